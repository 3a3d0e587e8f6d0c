//! The interface in every language: every text on the screen is one of that language's texts.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{At, Browser, MenuEntry, Reply, browser_test};
use serde::Deserialize;
use serde_json::json;

use crate::site::{Site, garden, names, page, sitemap, visit};
use crate::sitemaps::{resource_sync, xml};

#[derive(Deserialize)]
struct Message {
    message: String,
}

/// The texts of a language, by their keys.
fn messages(language: &str) -> Result<BTreeMap<String, String>> {
    let path = project_root().join("extension-manifest/_locales").join(language).join("messages.json");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let messages: BTreeMap<String, Message> = serde_json::from_str(&text)?;
    Ok(messages.into_iter().map(|(key, message)| (key, message.message)).collect())
}

/// The parts of a text between its values.
fn pieces(message: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = message;
    while let Some(start) = rest.find(['$', '{']) {
        let end = if rest[start..].starts_with('{') { '}' } else { '$' };
        let Some(length) = rest[start + 1..].find(end) else { break };
        pieces.push(&rest[..start]);
        rest = &rest[start + length + 2..];
    }
    pieces.push(rest);
    pieces
}

/// Returns `true` if a shown text is made from this message with some values.
fn is_made_of(shown: &str, message: &str) -> bool {
    let pieces = pieces(message);
    let Some((first, more)) = pieces.split_first() else { return false };
    let Some((last, between)) = more.split_last() else { return shown == *first };
    let mut rest = match shown.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) {
        Some(rest) => rest,
        None => return false,
    };
    for piece in between {
        match rest.split_once(piece) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    // A message without letters would match everything.
    message.chars().any(char::is_alphabetic) && pieces.iter().any(|piece| piece.chars().any(char::is_alphabetic))
}

/// The texts of the sidebar, also those for assistive technology, without the site's texts: titles, addresses, problems.
const SAID: &str = r##"
    const isTheirs = (e) => e.closest("#site, #count, #trail li, .title, .problem-text, .problem-line, .problem-code, #here[hidden]");
    const said = [];
    const look = (e) => {
        if (!e.checkVisibility() || isTheirs(e)) return;
        for (const name of ["aria-label", "aria-description", "placeholder"]) said.push(e.getAttribute(name));
        // The tooltips of these elements begin with the site's text.
        if (!e.matches("[role=treeitem]")) said.push(e.getAttribute("title"));
        if (["STYLE", "SCRIPT"].includes(e.nodeName)) return;
        for (const node of (e.shadowRoot ?? e).childNodes) {
            if (node.nodeType == 3) said.push(node.data);
            else if (node.nodeType == 1) look(node);
        }
    };
    look(document.body);
    return [...new Set(said.filter((text) => text).map((text) => text.split("\n")[0].trim()))];
"##;

/// Checks that all texts are in the language.
async fn expect(firefox: &Browser, language: &str, what: &str) -> Result<()> {
    let said: Vec<String> = firefox.in_sidebar_as(SAID, &[]).await?;
    ensure!(said.len() >= 3, "{language}, {what}: there is hardly any text: {said:?}");
    check(language, what, &said)
}

fn check(language: &str, what: &str, said: &[String]) -> Result<()> {
    let messages = messages(language)?;
    for text in said {
        // Firefox names the shortcut. Invisible marks keep a value in its own direction.
        let text = text.split(" (").next().unwrap_or_default().trim_start_matches("· ");
        ensure!(
            is_said(&text.replace(['\u{2068}', '\u{2069}'], ""), &messages),
            "{language}, {what}: {text:?} is no text of it"
        );
    }
    Ok(())
}

/// Returns `true` for one of the messages, or for two in one, like "{title}. {text}".
fn is_said(text: &str, messages: &BTreeMap<String, String>) -> bool {
    let is_one = |text: &str| {
        !text.chars().any(char::is_alphabetic)
            || messages.values().any(|message| is_made_of(text, message) || message.starts_with(text))
    };
    let are_two = |between: &str| {
        text.match_indices(between).any(|(at, _)| is_one(&text[..at]) && is_one(&text[at + between.len()..]))
    };
    is_one(text) || [". ", ": ", "\u{a0}: "].iter().any(|between| are_two(between))
}

fn labels(entries: &[MenuEntry]) -> Vec<String> {
    entries.iter().filter(|entry| !entry.is_separator()).map(|entry| entry.label.clone()).collect()
}

/// Visits the main states: a tree, a filter, menus, problems, and no tree for several reasons.
async fn look_around(firefox: &Browser, language: &str) -> Result<()> {
    firefox.speak(language).await?;

    let broken =
        sitemap(&garden()).replacen("<rdf:li><rdf:Description><dc:title>Contact", "</oops><rdf:li><dc:title", 1);
    let site = Site::without_sitemap()?;
    site.route("/sitemap.rdf", Reply::rdf(broken));
    visit(firefox, &site).await?;
    firefox.wait_in_sidebar("the error", "return one('#problems').checkVisibility()", &[]).await?;
    let root = "const { lang, dir } = document.documentElement; return [lang, dir]";
    let dir = if language == "ar" { "rtl" } else { "ltr" };
    assert_eq!(firefox.in_sidebar(root, &[]).await?, json!([language, dir]));
    expect(firefox, language, "a tree").await?;
    firefox.click(At::Css("#problems")).await?;
    firefox.wait_in_sidebar("the problems", "return all('.problem').length > 0", &[]).await?;
    expect(firefox, language, "problems").await?;
    firefox.click(At::Css("#problems-close")).await?;
    firefox.click(At::Css("#more")).await?;
    firefox.wait_in_sidebar("the menu", "return one('[role=menu]')", &[]).await?;
    let entries = "return all('[role=menu] .title').map((title) => title.textContent)";
    check(language, "the header's menu", &firefox.in_sidebar_as::<Vec<String>>(entries, &[]).await?)?;
    firefox.click(At::Css("#more")).await?;

    let site = Site::start(&[page("1 + 1", "/"), page("2", "/2").with([page("3", "/3")])])?;
    firefox.goto(&site.url("/")).await?;
    firefox.wait_for_rows("the next tree", |rows| names(rows) == ["1 + 1", "2"]).await?;
    let menu = firefox.open_menu(At::Row("2")).await?;
    ensure!(menu.len() > 5, "{menu:?}");
    check(language, "a page's menu", &labels(&menu))?;
    firefox.close_menu().await?;

    let site = Site::without_sitemap()?;
    firefox.goto(&site.url("/")).await?;
    firefox.wait_in_sidebar("no tree", "return one('navi-bar').dataset.state == 'empty'", &[]).await?;
    expect(firefox, language, "no sitemap").await?;
    let site = Site::without_sitemap()?;
    site.route("/sitemap.rdf", Reply::status(503));
    firefox.goto(&site.url("/")).await?;
    firefox.wait_in_sidebar("a failure", "return one('navi-bar').dataset.state == 'failed'", &[]).await?;
    expect(firefox, language, "a failure").await?;
    firefox.goto("about:blank").await?;
    firefox.wait_in_sidebar("a notice", "return one('#notice').checkVisibility()", &[]).await?;
    expect(firefox, language, "no web page").await?;
    look_at_an_index(firefox, language).await
}

/// Sitemaps of an index: one fails, and there are more than are loaded at once.
async fn look_at_an_index(firefox: &Browser, language: &str) -> Result<()> {
    let site = Site::without_sitemap()?;
    let mut index = String::from("<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>");
    for number in 0..53 {
        index.push_str(&format!("<sitemap><loc>{}</loc></sitemap>", site.url(&format!("/{number}.xml"))));
        site.route(&format!("/{number}.xml"), Reply::status(500));
    }
    index.push_str("</sitemapindex>");
    site.route("/sitemap.xml", xml(index));
    let url = site.url("/page");
    site.route(
        "/0.xml",
        xml(format!(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{url}</loc></url></urlset>"
        )),
    );
    visit(firefox, &site).await?;
    firefox.wait_in_sidebar("all loaded rows", "return one('navi-bar').dataset.state == 'loaded'", &[]).await?;
    let rows = firefox.all_rows().await?;
    let last = rows.last().map(|row| row.name.clone()).unwrap_or_default();
    check(language, "what is left", &[last])?;
    expect(firefox, language, "documents that failed").await
}

/// A language from left to right with long words, and one from right to left. `tests/native/locales.rs` checks that every
/// language has every text.
#[test]
#[cfg_attr(feature = "chromium", ignore = "the language is a setting of Firefox")]
fn every_text_is_german() -> Result<()> {
    browser_test("every_text_is_german", async |firefox| look_around(firefox, "de").await)
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the language is a setting of Firefox")]
fn every_text_is_arabic() -> Result<()> {
    browser_test("every_text_is_arabic", async |firefox| look_around(firefox, "ar").await)
}

#[test]
fn counted_texts_have_the_plural_categories_of_the_browser() -> Result<()> {
    browser_test("counted_texts_have_the_plural_categories_of_the_browser", async |browser| {
        browser.goto(&Site::start(&garden())?.url("/")).await?;
        for language in ["en", "ar", "de", "es", "fr", "nl"] {
            let categories = "return new Intl.PluralRules(args[0]).resolvedOptions().pluralCategories.sort()";
            let texts = messages(language)?;
            let counted: Vec<&str> = texts.keys().filter_map(|key| key.strip_prefix("pages_")).collect();
            assert_eq!(browser.in_page(categories, &[json!(language)]).await?, json!(counted), "{language}");
        }
        Ok(())
    })
}

/// Opens a site with a sitemap in German. Chromium has no setting for the language, so there the element gets the texts.
async fn visit_in_german(browser: &Browser, sitemap: impl FnOnce(&Site) -> Reply) -> Result<Site> {
    let is_firefox = matches!(browser, Browser::Firefox(_));
    if is_firefox {
        browser.speak("de").await?;
    }
    let site = Site::without_sitemap()?;
    let sitemap = sitemap(&site);
    site.route("/sitemap.xml", sitemap);
    visit(browser, &site).await?;
    if !is_firefox {
        let texts = messages("de")?.into_iter();
        let texts: BTreeMap<String, String> =
            texts.filter_map(|(key, text)| Some((key.strip_prefix("navi_bar_")?.to_owned(), text))).collect();
        let set = "const bar = one('navi-bar'); bar.lang = 'de'; bar.strings = args[0];";
        browser.in_sidebar(set, &[json!(texts)]).await?;
    }
    browser.wait_in_sidebar("the tree", "return one('navi-bar').dataset.state == 'loaded'", &[]).await?;
    Ok(site)
}

/// Opens the details of a row. Returns their names and values.
async fn details(browser: &Browser, row: &str) -> Result<Vec<String>> {
    browser.open_menu(At::Row(row)).await?;
    browser.choose(&["Details…"]).await?;
    browser.wait_in_sidebar("the details", "return one('[role=dialog]')", &[]).await?;
    browser.in_sidebar_as("return all('[role=dialog] :is(dt, dd)').map((text) => text.innerText)", &[]).await
}

#[test]
fn words_of_resourcesync_are_translated() -> Result<()> {
    browser_test("words_of_resourcesync_are_translated", async |browser| {
        let _site = visit_in_german(browser, |site| {
            let entries = format!(
                r#"<rs:ln rel="describedby" href="https://about.example/"/>
                <url><loc>{}</loc><rs:md change="updated" datetime="2026-01-02T00:00:00Z" path="/a"/>
                <rs:ln rel="duplicate" href="https://mirror.example/a"/>
                <rs:ln rel="collection loading" href="https://all.example/"/></url>"#,
                site.url("/apples")
            );
            resource_sync(r#"capability="changelist" from="2026-01-01T00:00:00Z""#, &entries)
        })
        .await?;
        let rows =
            browser.wait_for_rows("the rows", |rows| rows.len() == 2 && rows[0].name == "Änderungsliste").await?;
        assert_eq!(names(&rows), ["Änderungsliste", "Apples"]);
        // A relation that ResourceSync does not know is shown as written, even if it is the key of another text.
        let menu = labels(&browser.open_menu(At::Row("Apples")).await?);
        assert_eq!(menu[..2], ["Kopie: mirror.example/a", "Sammlung, loading: all.example"]);
        browser.close_menu().await?;
        let menu = labels(&browser.open_menu(At::Row("Änderungsliste")).await?);
        assert_eq!(menu[0], "Beschrieben in: about.example");
        browser.close_menu().await?;
        let details = details(browser, "Änderungsliste").await?.join("; ");
        ensure!(details.contains("Art des Dokuments; Änderungsliste; Von; "), "{details}");
        Ok(())
    })
}

#[test]
fn lists_of_resourcesync_show_their_period_in_german() -> Result<()> {
    browser_test("lists_of_resourcesync_show_their_period_in_german", async |browser| {
        let _site = visit_in_german(browser, |site| {
            let md = r#"<rs:md capability="changelist" from="2026-01-01T00:00:00Z" until="2026-01-02T00:00:00Z"/>"#;
            let entry = |path: &str, md: &str| format!("<url><loc>{}</loc>{md}</url>", site.url(path));
            let entries =
                [entry("/changes.xml", md), entry("/list.xml", r#"<rs:md capability="resourcelist"/>"#)].concat();
            resource_sync(r#"capability="capabilitylist""#, &entries)
        })
        .await?;
        let expected =
            ["Liste der Fähigkeiten", "Änderungsliste: 2026-01-01 bis 2026-01-02", "Ressourcenliste: list.xml"];
        browser.wait_for_rows("the lists", |rows| names(rows) == expected).await?;
        Ok(())
    })
}

#[test]
fn details_of_woo_are_translated_and_categories_stay_dutch() -> Result<()> {
    browser_test("details_of_woo_are_translated_and_categories_stay_dutch", async |browser| {
        let _site = visit_in_german(browser, |site| {
            let metadata = "<diwoo:creatiedatum>2026-01-02</diwoo:creatiedatum>\
                <diwoo:verantwoordelijke>Gemeente Voorbeeld</diwoo:verantwoordelijke>\
                <diwoo:titelcollectie><diwoo:officieleTitel>Advies</diwoo:officieleTitel></diwoo:titelcollectie>\
                <diwoo:informatiecategorie resource='https://identifier.overheid.nl/tooi/def/thes/kern/c_99a836c7'/>";
            xml(format!(
                "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                xmlns:diwoo='https://standaarden.overheid.nl/diwoo/metadata/'><url><loc>{}</loc>\
                <lastmod>2026-01-03</lastmod><diwoo:Document><diwoo:DiWoo>{metadata}</diwoo:DiWoo></diwoo:Document>\
                </url></urlset>",
                site.url("/advies")
            ))
        })
        .await?;
        browser.wait_for_rows("the category", |rows| names(rows) == ["Adviezen"]).await?;
        browser.click(At::Twisty("Adviezen")).await?;
        browser.wait_for_rows("the document", |rows| names(rows) == ["Adviezen", "Advies"]).await?;
        let details = details(browser, "Advies").await?;
        let expected = [
            ["Zuletzt geändert", "03.01.2026"],
            ["Erstellungsdatum", "02.01.2026"],
            ["Verantwortliche Stelle", "Gemeente Voorbeeld"],
            ["Informationskategorie", "Adviezen"],
        ];
        for pair in expected {
            ensure!(details.windows(2).any(|shown| shown == pair), "{pair:?} is not in {details:?}");
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the language is a setting of Firefox")]
fn untranslated_languages_are_english_throughout() -> Result<()> {
    browser_test("untranslated_languages_are_english_throughout", async |firefox| {
        // Hebrew is written from right to left, and Polish has other plurals.
        for language in ["he", "pl"] {
            firefox.speak(language).await?;
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            firefox.wait_in_sidebar("the tree", "return one('navi-bar').dataset.state == 'loaded'", &[]).await?;
            let root = "const { lang, dir } = document.documentElement; return [lang, dir]";
            assert_eq!(firefox.in_sidebar(root, &[]).await?, json!(["en", "ltr"]));
            expect(firefox, "en", language).await?;
            firefox.close_sidebar().await?;
        }
        Ok(())
    })
}

#[test]
fn only_texts_of_a_message_match_it() {
    assert!(
        is_made_of("3 Seiten", "$COUNT$ Seiten") && is_made_of("Zeile 3, Spalte 4", "Zeile {line}, Spalte {column}")
    );
    assert!(!is_made_of("3 pages", "$COUNT$ Seiten") && !is_made_of("Line: 3", "{name}: {value}"));
}

#[test]
fn texts_begin_at_the_side_of_the_interface() -> Result<()> {
    browser_test("texts_begin_at_the_side_of_the_interface", async |browser| {
        let site = Site::start(&[page("Same", "/one"), page("Same", "/two")])?;
        visit(browser, &site).await?;
        for (direction, side) in [("rtl", "right"), ("ltr", "left")] {
            browser.in_sidebar("document.dir = args[0]", &[json!(direction)]).await?;
            for part in ["[part~=filter-input]", "[part~=title]", "[part~=address]", "#jump input"] {
                let align =
                    browser.in_sidebar("return getComputedStyle(one(args[0])).textAlign", &[json!(part)]).await?;
                assert_eq!(align, side, "{direction} {part}");
            }
        }
        Ok(())
    })
}
