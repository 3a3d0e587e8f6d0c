//! The list of a sitemap's problems, for its author.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::files::choose_in_header_menu;
use crate::site::{Site, garden, page, sitemap, visit};
use crate::sitemaps::{index, urlset, wait_for_words, xml};

/// A sitemap with an error (it is truncated) and two warnings: a missing title, and a page without a description.
pub(crate) fn faulty() -> String {
    sitemap(&[page("Welcome", "/"), page("", "/untitled.html"), page("Contact", "/contact.html")])
        .replace("</rdf:RDF>", "")
        .replace("<dc:title></dc:title>", "")
}

/// The listed findings, each with its parts: severity and position, sentence, code.
async fn listed(firefox: &Browser) -> Result<Vec<[String; 3]>> {
    firefox
        .in_sidebar_as(
            "return all('.problem').map((item) => ['place', 'text', 'code'].map((part) => item.querySelector(`.problem-${part}`).textContent));",
            &[],
        )
        .await
}

/// The source lines of the findings, each with its position in brackets. Empty if there is none.
async fn lines(firefox: &Browser) -> Result<Vec<String>> {
    firefox
        .in_sidebar_as(
            "return all('.problem').map((item) => [...item.querySelector('.problem-line code')?.childNodes ?? []]
                 .map((part) => part.localName == 'mark' ? `[${part.textContent}]` : part.textContent).join(''))",
            &[],
        )
        .await
}

async fn wait_for_lines(firefox: &Browser, expected: &[&str]) -> Result<()> {
    firefox
        .wait_until(&format!("the lines {expected:?}"), async || Ok((lines(firefox).await? == expected).then_some(())))
        .await
}

async fn wait_for_summary(firefox: &Browser, summary: &str) -> Result<()> {
    firefox
        .wait_in_sidebar(
            &format!("the summary {summary:?}"),
            "return one('#problems-summary').checkVisibility() && one('#problems-summary').textContent == args[0]",
            &[json!(summary)],
        )
        .await?;
    Ok(())
}

async fn wait_for_focus_on(firefox: &Browser, selector: &str) -> Result<()> {
    firefox
        .wait_in_sidebar(
            &format!("the focus on {selector}"),
            "return document.hasFocus() && document.activeElement == one(args[0])",
            &[json!(selector)],
        )
        .await?;
    Ok(())
}

/// Waits for the rows and for the badge in the header. Nothing lies between the header and the tree.
async fn wait_for_rows_and_badge(firefox: &Browser) -> Result<()> {
    let is_there = "const [header, tree] = [one('header'), one('navi-bar')].map((e) => e.getBoundingClientRect());
        return one('#problems').checkVisibility() && Math.abs(tree.top - header.bottom) < 1;";
    firefox.wait_in_sidebar("the badge, and the tree directly below the header", is_there, &[]).await?;
    Ok(())
}

#[test]
fn the_title_of_the_panel_is_whole_in_a_narrow_sidebar() -> Result<()> {
    browser_test("the_title_of_the_panel_is_whole_in_a_narrow_sidebar", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(faulty()));
        visit(firefox, &site).await?;
        wait_for_rows_and_badge(firefox).await?;
        firefox.set_sidebar_width(180).await?;
        firefox.click(At::Css("#problems")).await?;
        wait_for_summary(firefox, "1 error, 1 warning").await?;
        let widths = "const { scrollWidth, clientWidth } = one('#problems-title'); return [scrollWidth, clientWidth]";
        let (text, room): (u32, u32) = firefox.in_sidebar_as(widths, &[]).await?;
        ensure!(text <= room, "the title needs {text} pixels and has {room}");
        let sides = "const [title, close] = ['#problems-title', '#problems-close'].map((id) => one(id).getBoundingClientRect());
            return close.left >= title.left + args[0] && Math.abs(title.top + title.bottom - close.top - close.bottom) < 4";
        assert_eq!(
            firefox.in_sidebar(sides, &[json!(text)]).await?,
            json!(true),
            "the close button is beside the title"
        );
        Ok(())
    })
}

#[test]
fn warnings_are_counted_before_the_panel_opens() -> Result<()> {
    browser_test("warnings_are_counted_before_the_panel_opens", async |firefox| {
        let site = Site::without_sitemap()?;
        let entry =
            |path: &str, date: &str| format!("<url><loc>{}</loc><lastmod>{date}</lastmod></url>", site.url(path));
        let entries = [("/a.html", "yesterday"), ("/b.html", "2026-01-31"), ("/c.html", "soon")];
        let entries: String = entries.iter().map(|(path, date)| entry(path, date)).collect();
        let sitemap = format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{entries}</urlset>");
        site.route("/sitemap.xml", Reply::new(200, "application/xml", sitemap));
        visit(firefox, &site).await?;
        wait_for_rows_and_badge(firefox).await?;
        let badge = "const badge = one('#problems');
            return [badge.title, badge.textContent.trim(), badge.dataset.severity]";
        assert_eq!(firefox.in_sidebar(badge, &[]).await?, json!(["2 problems: 2 warnings", "2", "warning"]));
        Ok(())
    })
}

#[test]
fn problems_are_listed_counted_and_copied() -> Result<()> {
    browser_test("problems_are_listed_counted_and_copied", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(faulty()));
        visit(firefox, &site).await?;
        wait_for_rows_and_badge(firefox).await?;
        let badge = "const badge = one('#problems'); return [badge.title, badge.textContent.trim()]";
        assert_eq!(
            firefox.in_sidebar(badge, &[]).await?,
            json!(["1 problem: 1 error", "1"]),
            "pages are not checked before the panel opens"
        );

        firefox.click(At::Css("#problems")).await?;
        wait_for_summary(firefox, "1 error, 1 warning").await?;
        assert_eq!(firefox.in_sidebar(badge, &[]).await?, json!(["2 problems: 1 error, 1 warning", "1"]));
        let found = listed(firefox).await?;
        ensure!(
            found[0][0].starts_with("Error · line ") && found[1][0].starts_with("Warning · line 7, column "),
            "{found:?}"
        );
        assert_eq!(found[1][2], "missing-title");
        ensure!(found[1][1].contains("no dc:title"), "{found:?}");
        ensure!(
            firefox.in_sidebar("return one('navi-bar').checkVisibility({ visibilityProperty: true })", &[]).await?
                == false
        );

        let page = "<rdf:li>[<rdf:Description]><dc:identifier>/untitled.html</dc:identifier></rdf:Description>…";
        // The error is at the end of the file, on an empty line.
        wait_for_lines(firefox, &["", page]).await?;
        firefox.click(At::Css("#problems-copy")).await?;
        wait_for_words(firefox, "2 problems copied.").await?;
        let copied = firefox.clipboard("text/plain").await?.unwrap_or_default();
        let copied: Vec<&str> = copied.lines().collect();
        ensure!(copied.len() == 4 && copied[0].contains(": error["), "{copied:?}");
        ensure!(copied[1].starts_with(&format!("{}:7:", site.url("/sitemap.rdf"))), "{copied:?}");
        ensure!(copied[1].contains(": warning[missing-title]: This page has no dc:title"), "{copied:?}");
        assert_eq!(copied[2].trim_start(), page.replace(['[', ']'], ""));
        assert_eq!(copied[3], "            ^^^^^^^^^^^^^^^^");

        // The author fixes the file and reloads it with the panel open.
        site.declare(&garden());
        firefox.click(At::Css("#reload")).await?;
        wait_for_summary(firefox, "No problems were found.").await?;
        assert_eq!(listed(firefox).await?, Vec::<[String; 3]>::new());
        ensure!(
            firefox.in_sidebar("return one('#problems-copy').checkVisibility()", &[]).await? == false,
            "a button that copies nothing"
        );
        firefox.focus(At::Css("#problems-close")).await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_rows("the tree, with the focus", |rows| rows.iter().any(|row| row.focused)).await?;
        ensure!(
            firefox.in_sidebar("return one('#problems').checkVisibility()", &[]).await? == false,
            "nothing is wrong"
        );
        Ok(())
    })
}

#[test]
fn escape_closes_the_problems_and_returns_the_focus() -> Result<()> {
    browser_test("escape_closes_the_problems_and_returns_the_focus", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(faulty()));
        visit(firefox, &site).await?;
        wait_for_rows_and_badge(firefox).await?;
        choose_in_header_menu(firefox, "Problems…").await?;
        wait_for_summary(firefox, "1 error, 1 warning").await?;
        wait_for_focus_on(firefox, "#problems-list").await?;
        firefox.press(Key::Escape).await?;
        wait_for_focus_on(firefox, "#more").await?;

        firefox.focus(At::Css("#problems")).await?;
        firefox.press(Key::Enter).await?;
        wait_for_focus_on(firefox, "#problems-list").await?;
        firefox.press(Key::Escape).await?;
        wait_for_focus_on(firefox, "#problems").await?;

        // Another site has other problems.
        firefox.press(Key::Enter).await?;
        wait_for_summary(firefox, "1 error, 1 warning").await?;
        let other = Site::start(&garden())?;
        firefox.goto(&other.url("/")).await?;
        firefox.wait_for_rows("its tree", |rows| rows.len() == 4).await?;
        let open = "return ['#problems-panel', '#problems'].some((part) => one(part).checkVisibility())";
        firefox.wait_in_sidebar("the end of the list", &format!("return !(() => {{ {open} }})()"), &[]).await?;
        Ok(())
    })
}

#[test]
fn problems_of_several_files_name_them() -> Result<()> {
    browser_test("problems_of_several_files_name_them", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", index(&site, &["/good.xml", "/bad.xml"]));
        site.route("/good.xml", urlset(&site, &["/a", "/b"]));
        site.route("/bad.xml", xml(format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n<url><loc>{}</loc></url>\n<url></url>\n</urlset>",
            site.url("/c")
        )));
        visit(firefox, &site).await?;
        wait_for_words(firefox, "3 sitemaps").await?;
        choose_in_header_menu(firefox, "Problems…").await?;
        firefox.wait_in_sidebar("a finding", "return all('.problem').length > 0", &[]).await?;
        let found = listed(firefox).await?;
        ensure!(found.iter().any(|[place, ..]| place.contains("bad.xml, line 3, column ")), "{found:?}");
        ensure!(found.iter().all(|[place, ..]| !place.contains("good.xml")), "{found:?}");
        Ok(())
    })
}

#[test]
fn lines_are_read_from_the_cache_and_from_unchanged_files() -> Result<()> {
    browser_test("lines_are_read_from_the_cache_and_from_unchanged_files", async |firefox| {
        let site = Site::without_sitemap()?;
        let good = "\u{202e}שלום ".repeat(20_000);
        let file = |before: &str| {
            format!(
                "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>{}</loc></url>\n<!--{before}--><url>\t</url><!--{good}-->\n</urlset>",
                site.url("/a")
            )
        };
        site.route("/sitemap.xml", index(&site, &["/long.xml", "/latin.xml", "/gone.xml", "/changed.xml"]));
        site.route("/long.xml", xml(file(&good)));
        let latin: Vec<u8> = file("é")
            .replace(&good, "")
            .replace("<urlset", "<?xml version='1.0' encoding='iso-8859-1'?><urlset")
            .chars()
            .map(|c| c as u32 as u8)
            .collect();
        site.route("/latin.xml", Reply::new(200, "text/xml", latin));
        let unkept = |text: String| xml(text).with_header("cache-control", "no-store");
        site.route("/gone.xml", unkept(file("gone")));
        site.route("/changed.xml", unkept(file("changed")));
        visit(firefox, &site).await?;
        wait_for_words(firefox, "5 sitemaps").await?;
        let before = site.requests().len();
        choose_in_header_menu(firefox, "Problems…").await?;
        firefox.wait_in_sidebar("all lines", "return all('.problem-line').length == 4", &[]).await?;
        let found = lines(firefox).await?;
        ensure!(
            found[0].starts_with('…')
                && found[0].ends_with('…')
                && found[0].contains("-->[<url]> </url><!--\u{fffd}שלום"),
            "{found:?}"
        );
        ensure!(found[0].chars().count() < 130, "{found:?}");
        ensure!(found[1].starts_with("<!--é-->[<url]> </url>"), "{found:?}");
        let asked = |from: usize| -> Vec<String> {
            site.requests()[from..].iter().map(|request| request.path.clone()).collect()
        };
        assert_eq!(asked(before), ["/gone.xml", "/changed.xml"], "only the file that must not be cached");
        let all = site.requests();
        ensure!(
            all[before..]
                .iter()
                .all(|request| request.header("cookie").is_none() && request.header("referer").is_none())
        );

        // The findings are listed, even if the files have changed.
        firefox.press(Key::Escape).await?;
        site.route("/gone.xml", Reply::status(404));
        site.route("/changed.xml", unkept(format!("<!-- new -->{}", file("changed"))));
        let before = site.requests().len();
        choose_in_header_menu(firefox, "Problems…").await?;
        firefox
            .wait_until("the other lines", async || {
                Ok((lines(firefox).await?.iter().filter(|line| line.is_empty()).count() == 2
                    && asked(before).len() == 2)
                    .then_some(()))
            })
            .await?;
        assert_eq!(listed(firefox).await?.len(), 4);
        firefox.click(At::Css("#problems-copy")).await?;
        wait_for_words(firefox, "4 problems copied.").await?;
        Ok(())
    })
}

#[test]
fn problems_show_the_lines_of_a_file_on_the_disk() -> Result<()> {
    browser_test("problems_show_the_lines_of_a_file_on_the_disk", async |firefox| {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("my sitemap.rdf");
        std::fs::write(&path, faulty() + "</rdf:RDF>")?;
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.choose_files(&[&path]).await?;
        wait_for_words(firefox, "arranged as in my sitemap.rdf").await?;
        let before = site.requests().len();
        choose_in_header_menu(firefox, "Problems…").await?;
        wait_for_lines(
            firefox,
            &["<rdf:li>[<rdf:Description]><dc:identifier>/untitled.html</dc:identifier></rdf:Description>…"],
        )
        .await?;
        firefox.press(Key::Escape).await?;
        std::fs::remove_file(&path)?;
        choose_in_header_menu(firefox, "Problems…").await?;
        wait_for_summary(firefox, "1 warning").await?;
        assert_eq!(lines(firefox).await?, [""]);
        let again = "const spot = { url: 'file:///my%20sitemap.rdf', line: 7, column: 9 };
            return (await one('navi-bar').session.excerpts([spot], one('navi-bar').file)).map(Boolean)";
        assert_eq!(firefox.in_sidebar(again, &[]).await?, json!([false]));
        let found = listed(firefox).await?;
        ensure!(found[0][2] == "undescribed-page", "{found:?}");
        assert_eq!(site.requests().len(), before);
        Ok(())
    })
}

#[test]
fn a_long_list_of_problems_is_cut_but_copied_whole() -> Result<()> {
    browser_test("a_long_list_of_problems_is_cut_but_copied_whole", async |firefox| {
        let site = Site::without_sitemap()?;
        let untitled: Vec<_> = (0..1200).map(|n| page("", &format!("/{n}.html"))).collect();
        site.route("/sitemap.rdf", Reply::rdf(sitemap(&untitled).replace("<dc:title></dc:title>", "")));
        visit(firefox, &site).await?;
        choose_in_header_menu(firefox, "Problems…").await?;
        wait_for_summary(firefox, "1,000 warnings, 1 note").await?;
        assert_eq!(listed(firefox).await?.len(), 1000);
        wait_for_words(firefox, "1 more is not shown. Copy All has it.").await?;
        let all = "return all('.problem-line').length == args[0]";
        firefox.wait_in_sidebar("their lines", all, &[json!(1000)]).await?;
        firefox.click(At::Css("#problems-copy")).await?;
        wait_for_words(firefox, "1,001 problems copied.").await?;
        let copied = firefox.clipboard("text/plain").await?.unwrap_or_default();
        ensure!(
            copied.lines().count() == 1001 + 2 * 1000 && copied.contains("200 more findings are left out"),
            "{}",
            copied.len()
        );
        // Arrow keys scroll it.
        firefox.focus(At::Css("#problems-list")).await?;
        let is_at_end =
            "const list = one('#problems-list'); return list.scrollTop + list.clientHeight > list.scrollHeight - 40";
        firefox
            .wait_until("its end", async || {
                // The list gets its whole height while it scrolls.
                firefox.press(Key::End).await?;
                Ok((firefox.in_sidebar(is_at_end, &[]).await? == json!(true)).then_some(()))
            })
            .await
    })
}
