#![allow(missing_docs, clippy::all, clippy::pedantic)]
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use anyhow::{Result, bail};
use navibar_browser_tests::*;
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::sidebar::outline;
use serde_json::{Value, json};

const IN_SIGHT: &str = include_str!("/tmp/insight.js");

fn sites() -> Vec<SiteFolder> {
    let text = std::fs::read_to_string("/work/sites/list").unwrap();
    text.lines().filter(|l| !l.trim().is_empty()).map(|l| {
        let w: Vec<&str> = l.split_whitespace().collect();
        SiteFolder { host: w[0].into(), folder: Path::new("/work/sites").join(w[1]), path: w.get(2).unwrap_or(&"/").to_string() }
    }).collect()
}

fn key(name: &str) -> char {
    let k = match name {
        "Down" => Key::Down, "Up" => Key::Up, "Left" => Key::Left, "Right" => Key::Right, "Home" => Key::Home,
        "End" => Key::End, "PageDown" => Key::PageDown, "PageUp" => Key::PageUp, "Enter" => Key::Enter, "Escape" => Key::Escape,
        "Tab" => Key::Tab, "F5" => Key::F5, "F10" => Key::F10, "Delete" => Key::Delete, "Backspace" => Key::Backspace, "Space" => Key::Space,
        other => return other.chars().next().unwrap(),
    };
    k.value()
}

fn at<'a>(rest: &'a str) -> Result<At<'a>> {
    let (kind, what) = rest.split_once(' ').unwrap_or((rest, ""));
    let what = what.trim_matches('"');
    Ok(match kind { "row" => At::Row(what), "twisty" => At::Twisty(what), "css" => At::Css(what), _ => bail!("at? {rest}") })
}

async fn run(b: &Browser, line: &str) -> Result<String> {
    let (cmd, rest) = line.split_once(' ').unwrap_or((line, ""));
    let text = |v: Value| match v { Value::String(s) => s, Value::Null => String::new(), v => v.to_string() };
    Ok(match cmd {
        "open" => { b.open_sidebar().await?; String::new() }
        "goto" => { b.goto(rest).await?; String::new() }
        "settle" => { b.settle().await?; String::new() }
        "rows" => outline(&b.rows().await?),
        "rowsjson" => {
            let rows = b.rows().await?;
            json!(rows.iter().map(|r| json!({"name": r.name, "level": r.level, "expanded": r.expanded, "current": r.current, "focused": r.focused, "href": r.href})).collect::<Vec<_>>()).to_string()
        }
        "allrows" => outline(&b.all_rows().await?),
        "tree" => { let t = b.tree().await?; serde_json::to_string(&t)? }
        "width" => { b.set_sidebar_width(rest.parse()?).await?; String::new() }
        "pic" => { b.on_screen(Part::Sidebar).await?.save(Path::new(rest))?; String::new() }
        "shot" => { b.screenshot(Path::new(rest)).await?; String::new() }
        "click" => { b.click(at(rest)?).await?; String::new() }
        "rclick" => { b.click_with(&[], Button::Right, at(rest)?).await?; String::new() }
        "mclick" => { b.click_with(&[], Button::Middle, at(rest)?).await?; String::new() }
        "hover" => { b.hover(at(rest)?).await?; String::new() }
        "menu" => menu_outline(&b.open_menu(at(rest)?).await?),
        "menuitem" => { let p: Vec<&str> = rest.split(" > ").collect(); b.choose(&p).await?; String::new() }
        "readmenu" => menu_outline(&b.menu().await?),
        "closemenu" => { b.close_menu().await?; String::new() }
        "focus" => { b.focus(at(rest)?).await?; String::new() }
        "focussidebar" => { b.focus_sidebar().await?; String::new() }
        "press" => {
            let parts: Vec<&str> = if rest == "+" { vec!["+"] } else { rest.split('+').collect() };
            let held: Vec<Key> = parts[..parts.len() - 1].iter().map(|k| match *k { "Shift" => Key::Shift, "Control" => Key::Control, "Alt" => Key::Alt, _ => panic!("held") }).collect();
            b.press_with(&held, key(parts[parts.len() - 1])).await?; String::new()
        }
        "type" => { b.type_text(rest).await?; String::new() }
        "dark" => { b.set_dark(rest == "true").await?; String::new() }
        "url" => b.url().await?,
        "text" => b.sidebar_text().await?,
        "tabs" => format!("{:?}", b.tabs().await?),
        "tab" => { b.select_tab(rest.parse()?).await?; String::new() }
        "newtab" => { b.open_tab(rest).await?; String::new() }
        "closetab" => text(b.chrome("front().gBrowser.removeTab(front().gBrowser.selectedTab); return null;", &[]).await?),
        "back" => text(b.chrome("front().gBrowser.goBack(); return null;", &[]).await?),
        "forward" => text(b.chrome("front().gBrowser.goForward(); return null;", &[]).await?),
        "reload" => text(b.chrome("front().gBrowser.reload(); return null;", &[]).await?),
        "offline" => text(b.chrome(&format!("Services.io.offline = {rest}; return null;"), &[]).await?),
        "pageclick" => { b.click_in_page(rest).await?; String::new() }
        "js" => text(b.in_sidebar(rest, &[]).await?),
        "page" => text(b.in_page(rest, &[]).await?),
        "chrome" => text(b.chrome(rest, &[]).await?),
        "console" => b.take_console().await?.join("\n"),
        "resize" => { let (w, h) = rest.split_once(' ').unwrap(); b.resize(w.parse()?, h.parse()?).await?; String::new() }
        "wheel" => {
            let v: (f64, f64, f64, f64) = b.in_sidebar_as("const { x, y, width, height } = one('[part~=scroller]').getBoundingClientRect(); return [x, y, width, height];", &[]).await?;
            b.wheel_at(Part::Sidebar, (v.0 + v.2 / 2.0, v.1 + v.3 / 2.0), rest.parse()?).await?; String::new()
        }
        "ink" => {
            b.in_sidebar("for (let n = 0; n < 6; n++) await new Promise((next) => requestAnimationFrame(next));", &[]).await?;
            let picture = b.on_screen(Part::Sidebar).await?;
            let v = b.in_sidebar(IN_SIGHT, &[]).await?;
            let areas: Vec<Area> = serde_json::from_value(v["areas"].clone())?;
            let blank: Vec<String> = areas.iter().filter(|a| picture.ink(a) < 12).map(|a| format!("{} at {},{} {}x{}", a.name, a.x, a.y, a.width, a.height)).collect();
            if !blank.is_empty() || v["gaps"] != json!(0) || v["parentless"] == json!(true) {
                picture.save(Path::new("/tmp/r/blank.png"))?;
            }
            json!({"count": areas.len(), "gaps": v["gaps"], "parentless": v["parentless"], "blank": blank}).to_string()
        }
        _ => bail!("unknown command {cmd}"),
    })
}

#[test]
fn drive() -> Result<()> {
    browser_test("drive", async |b| {
        let server = Server::start()?;
        server.sites(&sites());
        if !matches!(b, Browser::Chromium(_)) { b.set_pref("dom.security.https_first", &Pref::Bool(false)).await?; }
        if !matches!(b, Browser::Chromium(_)) { b.set_pref("network.stricttransportsecurity.preloadlist", &Pref::Bool(false)).await?; }
        b.use_proxy(&server).await?;
        let listener = TcpListener::bind("127.0.0.1:7777")?;
        println!("listening on 7777");
        for stream in listener.incoming() {
            let mut stream = stream?;
            let mut reader = BufReader::new(stream.try_clone()?);
            let mut line = String::new();
            while reader.read_line(&mut line)? > 0 {
                let command: String = serde_json::from_str(&line)?;
                if command == "quit" { return Ok(()); }
                let answer = match run(b, &command).await { Ok(t) => json!({"ok": t}), Err(e) => json!({"error": format!("{e:#}")}) };
                writeln!(stream, "{answer}")?;
                line.clear();
            }
        }
        Ok(())
    })
}
