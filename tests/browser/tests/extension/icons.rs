//! Icons that a site names: good ones show, and no icon blocks the sidebar.

use std::io::Write as _;

use anyhow::{Context as _, Result, ensure};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use navibar_browser_tests::{Browser, Reply, Stalls, browser_test};
use serde_json::json;

use crate::site::{Page, Site, page, visit};

const PNG: &[u8] = include_bytes!("../../../../extension-manifest/icons/navibar-16.png");
const SVG: &str = include_str!("../../../../www/example/demo/icons/carrot.svg");

/// A picture of one pixel that does not move.
const GIF: &str = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/// A picture that the browser makes.
async fn made_by(browser: &Browser, media_type: &str) -> Result<Vec<u8>> {
    let make = "const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 16;
        canvas.getContext('2d').fillRect(2, 2, 9, 9);
        const url = canvas.toDataURL(args[0]);
        return url.startsWith(`data:${args[0]};`) ? url.split(',')[1] : null;";
    let encoded = browser.in_page(make, &[json!(media_type)]).await?;
    Ok(BASE64_STANDARD.decode(encoded.as_str().with_context(|| format!("the browser cannot make {media_type}"))?)?)
}

fn ico() -> Vec<u8> {
    let mut bytes = vec![0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0];
    bytes.extend((PNG.len() as u32).to_le_bytes());
    bytes.extend(22u32.to_le_bytes());
    bytes.extend(PNG);
    bytes
}

/// One pixel of 24 bits.
fn bmp() -> Vec<u8> {
    let mut bytes = b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0".to_vec();
    bytes.extend([0; 24]);
    bytes.extend([0, 0xaa, 0, 0]);
    bytes
}

/// Pages with these icons.
fn with_icons(icons: &[String]) -> Vec<Page> {
    icons.iter().enumerate().map(|(n, icon)| page(&format!("Page {n}"), &format!("/{n}.html")).icon(icon)).collect()
}

/// The addresses of pages whose icons show.
const SHOWN: &str = "return all('[role=treeitem]').filter((row) => {
    const picture = row.querySelector('img');
    return picture?.complete && picture.naturalWidth > 0 && picture.checkVisibility();
}).map(nameOf)";

#[test]
fn icons_of_every_format_show_with_any_content_type() -> Result<()> {
    browser_test("icons_of_every_format_show_with_any_content_type", async |browser| {
        let site = Site::without_sitemap()?;
        browser.goto(&site.url("/")).await?;
        let icons = [
            ("png", PNG.to_vec()),
            ("gif", BASE64_STANDARD.decode(GIF)?),
            ("jpg", made_by(browser, "image/jpeg").await?),
            ("webp", made_by(browser, "image/webp").await?),
            ("ico", ico()),
            ("bmp", bmp()),
            ("svg", SVG.as_bytes().to_vec()),
        ];
        for (name, bytes) in &icons {
            site.route(&format!("/icon.{name}"), Reply::new(200, "text/plain", bytes.clone()));
        }
        site.declare(&with_icons(&icons.each_ref().map(|(name, _)| format!("/icon.{name}"))));
        visit(browser, &site).await?;
        let all: Vec<String> = (0..icons.len()).map(|n| format!("Page {n}")).collect();
        let every = format!("return JSON.stringify((() => {{ {SHOWN} }})()) == JSON.stringify(args[0])");
        browser.wait_in_sidebar("all icons", &every, &[json!(all)]).await?;
        Ok(())
    })
}

/// A picture of 16,000 by 16,000 pixels in about 31 KB.
fn bomb() -> Result<Vec<u8>> {
    let side = 16_000_u32;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let row = vec![0; 1 + side as usize / 8];
    for _ in 0..side {
        encoder.write_all(&row)?;
    }
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8], data: &[u8]| {
        bytes.extend((data.len() as u32).to_be_bytes());
        let named = [name, data].concat();
        bytes.extend(&named);
        let mut crc = flate2::Crc::new();
        crc.update(&named);
        bytes.extend(crc.sum().to_be_bytes());
    };
    chunk(b"IHDR", &[&side.to_be_bytes()[..], &side.to_be_bytes(), &[1, 0, 0, 0, 0]].concat());
    chunk(b"IDAT", &encoder.finish()?);
    chunk(b"IEND", &[]);
    Ok(bytes)
}

/// Ten levels. Each draws the level below ten times.
fn laughs() -> String {
    let mut svg = String::from("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle id='a0' r='9'/>");
    for level in 1..8 {
        let below = level - 1;
        svg += &format!("<g id='a{level}'>{}</g>", format!("<use href='#a{below}'/>").repeat(10));
    }
    svg + "</svg>"
}

#[test]
fn icons_that_are_slow_to_draw_do_not_block_the_sidebar() -> Result<()> {
    browser_test("icons_that_are_slow_to_draw_do_not_block_the_sidebar", async |browser| {
        let site = Site::without_sitemap()?;
        let names: Vec<String> = (0..8).map(|n| format!("/bomb-{n}.png")).chain(["/laughs.svg".to_owned()]).collect();
        let bomb = bomb()?;
        for name in &names[..8] {
            site.route(name, Reply::new(200, "image/png", bomb.clone()));
        }
        site.route("/laughs.svg", Reply::new(200, "image/svg+xml", laughs()));
        site.declare(&with_icons(&names));
        browser.goto(&site.url("/")).await?;
        browser.open_sidebar().await?;
        let stalls = Stalls::watch(browser).await?;
        visit(browser, &site).await?;
        browser
            .wait_until("a request for every icon", async || {
                Ok(names.iter().all(|name| !site.requests_for(name).is_empty()).then_some(()))
            })
            .await?;
        // A refused icon is removed. An accepted icon stays, and drawing it would delay frames.
        browser.wait_in_sidebar("no icon", "return all('[role=treeitem] img').length == 0", &[]).await?;
        stalls.longest(browser).await?.ensure_shorter_than(100.0)
    })
}

#[test]
fn icons_that_do_not_load_do_not_block_others() -> Result<()> {
    browser_test("icons_that_do_not_load_do_not_block_others", async |browser| {
        let site = Site::without_sitemap()?;
        let names: Vec<String> = (0..12).map(|n| format!("/silent-{n}.png")).collect();
        for name in &names {
            site.route(name, Reply::silence());
        }
        site.declare(&with_icons(&names));
        visit(browser, &site).await?;
        let asked = || names.iter().filter(|name| !site.requests_for(name).is_empty()).count();
        browser.wait_until("the first icons", async || Ok((asked() == 6).then_some(()))).await?;
        for name in names.iter().filter(|name| site.requests_for(name).is_empty()) {
            site.route(name, Reply::new(200, "image/png", PNG));
        }
        let six = format!("return (() => {{ {SHOWN} }})().length == 6");
        ensure!(asked() == 6, "the others wait");
        browser.wait_in_sidebar("the other icons", &six, &[]).await?;
        Ok(())
    })
}

#[test]
fn icons_of_a_site_that_was_left_are_not_requested() -> Result<()> {
    browser_test("icons_of_a_site_that_was_left_are_not_requested", async |browser| {
        let site = Site::without_sitemap()?;
        let names: Vec<String> = (0..12).map(|n| format!("/silent-{n}.png")).collect();
        for name in &names {
            site.route(name, Reply::silence());
        }
        site.declare(&with_icons(&names));
        visit(browser, &site).await?;
        let asked = || names.iter().filter(|name| !site.requests_for(name).is_empty()).count();
        browser.wait_until("the first icons", async || Ok((asked() == 6).then_some(()))).await?;
        let next = Site::without_sitemap()?;
        next.route("/own.png", Reply::new(200, "image/png", PNG));
        next.declare(&with_icons(&["/own.png"; 3].map(str::to_owned)));
        visit(browser, &next).await?;
        let three = format!("return (() => {{ {SHOWN} }})().length == 3");
        browser.wait_in_sidebar("the icons of the next site", &three, &[]).await?;
        assert_eq!(asked(), 6, "the others were not requested");
        // They are requested when the user is back.
        for name in &names {
            site.route(name, Reply::new(200, "image/png", PNG));
        }
        visit(browser, &site).await?;
        let all = format!("return (() => {{ {SHOWN} }})().length == 12");
        browser.wait_in_sidebar("the icons of the first site", &all, &[]).await?;
        Ok(())
    })
}
