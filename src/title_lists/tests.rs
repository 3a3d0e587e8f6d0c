#![allow(clippy::unwrap_used)]

use super::*;
use crate::page_facts::Relation;

impl ListReader {
    fn finish(mut self) -> ListContent {
        self.end();
        while self.add_more(2) {}
        self.content()
    }
}

fn list(kind: ListKind, base: &str) -> TitleList {
    TitleList { url: format!("{base}list"), kind, base: base.to_owned(), wanted: String::new() }
}

/// Reads a list in chunks of any size. Returns `address -> title` in lines.
fn titles(list: &TitleList, text: &str) -> Vec<String> {
    let read = |chunk: usize| {
        let mut reader = ListReader::new(list, &list.url);
        text.as_bytes().chunks(chunk).for_each(|bytes| reader.push(bytes));
        let ListContent { pages, .. } = reader.finish();
        pages.into_iter().map(|ListedPage { key, title, .. }| format!("{key} -> {title}")).collect::<Vec<_>>()
    };
    let whole = read(usize::MAX);
    for chunk in [1, 3, 64] {
        assert_eq!(read(chunk), whole, "in chunks of {chunk}");
    }
    whole
}

/// The list that a page with this script names.
fn list_of(script: &str) -> TitleList {
    let script = Relation { rel: "script".to_owned(), url: script.to_owned(), ..Relation::default() };
    lists_of(vec![script]).remove(0)
}

fn lists_of(relations: Vec<Relation>) -> Vec<TitleList> {
    let facts = PageFacts { url: "https://a.example/docs/".to_owned(), relations, ..PageFacts::default() };
    title_lists(&[Visit::new(1, facts)])
}

#[test]
fn each_generator_has_its_search_index() {
    for (script, index, expected) in [
        (
            "search/main.js",
            r##"{"config":{"lang":["en"]},"docs":[{"location":"","text":"Body","title":"MkDocs"},
                {"location":"#part","text":"","title":"Part"},{"location":"guide/","text":"","title":"User &amp; Guide"}]}"##,
            &["a.example/docs -> MkDocs", "a.example/docs/guide -> User & Guide"][..],
        ),
        (
            "_static/doctools.js",
            r#"Search.setIndex({"alltitles":{"A <x>":[[0,"a"]]},"docnames":["index","api/run"],"filenames":["index.rst"],
                "terms":{"titles":["no"]},"titles":["Welcome","The <code class=\"docutils\">run</code> call"]})"#,
            &["a.example/docs -> Welcome", "a.example/docs/api/run.html -> The run call"],
        ),
        (
            "_static/documentation_options.js",
            r#"Search.setIndex({docnames:["a"],titles:["A"]})"#,
            &["a.example/docs/a.html -> A"],
        ),
        (
            "site_libs/quarto-search/quarto-search.js",
            r#"[{"objectID":"a.html#x","href":"a.html#x","title":"Page A","section":"X","text":""}]"#,
            &["a.example/docs/a.html -> Page A"],
        ),
        (
            "assets/js/just-the-docs.js",
            r##"{"0": {"doc": "Page", "title": "Section", "content": "", "url": "/docs/page/#s", "relUrl": "/page/#s"}}"##,
            &["a.example/docs/page -> Page"],
        ),
        (
            "search_index.en.js",
            r#"window.searchIndex = {"index":{"body":{"root":{"a":{"docs":{"https://a.example/docs/x/":{"tf":1.0}}}}}},
                "documentStore":{"save":true,"docs":{"https://a.example/docs/x/":{"body":"b","id":"https://a.example/docs/x/","title":"The X"}}}}"#,
            &["a.example/docs/x -> The X"],
        ),
        (
            "search_index.js",
            "var documenterSearchIndex = {\"docs\":\n[{\"location\":\"man/#Run\",\"page\":\"Manual\",\"title\":\"Run\",\"text\":\"\"}]}",
            &["a.example/docs/man -> Manual"],
        ),
    ] {
        let list = list_of(&format!("https://a.example/docs/{script}"));
        assert_eq!(titles(&list, index), expected, "{script}");
    }
}

#[test]
fn the_links_of_a_page_show_where_sphinx_puts_its_pages() {
    let link = |rel: &str, url: &str| Relation {
        rel: rel.to_owned(),
        url: format!("https://a.example/docs/{url}"),
        ..Relation::default()
    };
    let index = r#"Search.setIndex({"docnames":["index","part","api/index","api/run"],"titles":["Home","&lt;no title&gt;","API","Run"]})"#;
    for (next, expected) in [
        ("api/", ["docs", "docs/api/", "docs/api/run/"]),
        ("api/index.html", ["docs", "docs/api/index.html", "docs/api/run.html"]),
    ] {
        let list = lists_of(vec![link("script", "_static/doctools.js"), link("next", next)]).remove(0);
        let mut reader = ListReader::new(&list, &list.url);
        reader.push(index.as_bytes());
        let urls: Vec<String> = reader.finish().pages.into_iter().map(|listed| listed.url).collect();
        assert_eq!(
            urls,
            expected.map(|path| format!("https://a.example/{}", if path == "docs" { "docs/" } else { path }))
        );
    }
}

#[test]
fn wordpress_has_several_answers_with_titles_of_pages() {
    let api = Relation {
        rel: "https://api.w.org/".to_owned(),
        url: "https://a.example/wp-json/".to_owned(),
        ..Relation::default()
    };
    let mut list = lists_of(vec![api]).remove(0);
    assert_eq!(list.url, "https://a.example/wp-json/wp/v2/pages?_fields=link,title&per_page=100&page=1");
    let answer = r#"[{"link":"https:\/\/a.example\/about\/","title":{"rendered":"About &#8211; us"}},
        {"link":"https:\/\/other.example\/","title":{"rendered":"Other"}}]"#;
    assert_eq!(titles(&list, answer), ["a.example/about -> About \u{2013} us"]);
    let mut reader = ListReader::new(&list, &list.url);
    reader.push(answer.as_bytes());
    assert_eq!(reader.finish().entries, 2, "pages without a title that can be used count, too");
    let asked = |counts: &[usize]| {
        let mut last = list.clone();
        let mut asked = Vec::new();
        for &count in counts {
            let Some(next) = last.next(count) else { break };
            let (_, rest) = next.url.split_once("/wp/v2/").unwrap();
            asked.push(rest.replace("&per_page=100", ""));
            last = next;
        }
        asked.join(" ")
    };
    let (posts, categories) = ("posts?_fields=link,title", "categories?_fields=link,name");
    assert_eq!(
        asked(&[99, 99, 99, 99]),
        format!("{posts}&page=1 {categories}&page=1"),
        "fewer entries are the last ones"
    );
    assert_eq!(asked(&[0, 100, 7, 3]), format!("{posts}&page=1 {categories}&page=1 {posts}&page=2"));
    let pages = "pages?_fields=link,title";
    assert_eq!(
        asked(&[100; 9]),
        format!("{posts}&page=1 {categories}&page=1 {pages}&page=2 {posts}&page=2"),
        "five requests"
    );
    list = list.next(0).and_then(|posts| posts.next(0)).unwrap();
    assert_eq!(
        titles(&list, r#"[{"link":"/category/news/","name":"News &amp; views"}]"#),
        ["a.example/category/news -> News & views"]
    );
}

#[test]
fn feeds_give_titles_to_their_pages() {
    let feed = |kind: &str, url: &str| Relation {
        rel: "alternate".to_owned(),
        url: url.to_owned(),
        media_type: Some(kind.to_owned()),
        title: None,
    };
    let lists = lists_of(vec![
        feed("application/rss+xml", "https://a.example/feed.xml"),
        feed("application/atom+xml", "https://a.example/comments.atom"),
        feed("application/rss+xml", "https://b.example/feed.xml"),
    ]);
    let urls: Vec<&str> = lists.iter().map(|list| &*list.url).collect();
    assert_eq!(urls, ["https://a.example/feed.xml"], "one feed of the page's own site");
    let text = "<rss version='2.0'><channel><title>Blog</title><link>https://a.example/</link>\
        <item><title>Tick, tock</title><link>https://a.example/2020/tick</link></item></channel></rss>";
    assert!(titles(&lists[0], text).contains(&"a.example/2020/tick -> Tick, tock".to_owned()));
}

#[test]
fn a_json_feed_gives_titles_to_its_pages() {
    let lists = lists_of(vec![Relation {
        rel: "alternate".to_owned(),
        url: "https://a.example/feed.json".to_owned(),
        media_type: Some("application/feed+json".to_owned()),
        title: None,
    }]);
    let text = r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/2020/tick","title":"Tick, tock"}]}"#;
    assert_eq!(titles(&lists[0], text), ["a.example/2020/tick -> Tick, tock"]);
}

#[test]
fn a_page_that_several_items_of_a_feed_share_has_none_of_their_titles() {
    let list = list(ListKind::Feed, "https://a.example/feed.xml");
    let item =
        |title: &str, link: &str| format!("<item><title>{title}</title><link>https://a.example{link}</link></item>");
    let items = [item("Episode 2", "/"), item("Notes", "/notes"), item("Episode 1", "/index.html")].concat();
    let text = format!("<rss version='2.0'><channel>{items}</channel></rss>");
    assert_eq!(titles(&list, &text), ["a.example/notes -> Notes"]);
}

#[test]
fn llms_txt_is_a_menu() {
    let list = TitleList::llms_txt("https://a.example/docs/");
    assert_eq!(list.url, "https://a.example/docs/llms.txt");
    let text = "# Project\n\n> Summary\n\n- [Start](start.html.md): first steps\n## Docs\n- [`run()`](https://a.example/docs/run.md): runs\n\
        * [Guide](guide/index.html.md)\n- [Elsewhere](https://b.example/x)\n";
    let mut reader = ListReader::new(&list, &list.url);
    reader.push(text.as_bytes());
    let ListContent { pages: found, menu, .. } = reader.finish();
    let titles: Vec<String> = found.into_iter().map(|listed| format!("{} {}", listed.key, listed.title)).collect();
    let pages = ["start.html Start", "run.html run()", "guide Guide"];
    assert_eq!(titles, pages.map(|page| format!("a.example/docs/{page}")));
    let (name, menu) = menu.unwrap();
    assert_eq!(name.as_deref(), Some("Project"));
    let depths: Vec<(u32, &str)> = menu.entries.iter().map(|entry| (entry.depth, &*entry.text)).collect();
    assert_eq!(depths, [(0, "Start"), (0, "Docs"), (1, "run()"), (1, "Guide"), (1, "Elsewhere")]);
}

#[test]
fn lists_in_llms_txt_are_the_structure_of_its_menu() {
    let list = TitleList::llms_txt("https://a.example/");
    let text = "# Site\n- [x] not a link\n## Docs\n1. **[One](/one)**: first\n   - [Inner](/a_(b))\n\t+ [Ref][r]\n2. [Two](</t w>)\n\
        - Group\n  - Three: https://a.example/three.\n### [Below](/below)\n- [Last](/last \"title\")\n- [r][]\n\n[R]: /ref 'title'\n";
    let mut reader = ListReader::new(&list, &list.url);
    text.as_bytes().chunks(3).for_each(|chunk| reader.push(chunk));
    let menu = reader.finish().menu.unwrap().1;
    let entries: Vec<(u32, &str, &str)> = menu
        .entries
        .iter()
        .map(|entry| (entry.depth, &*entry.text, entry.url.as_deref().unwrap_or_default()))
        .map(|(depth, text, url)| (depth, text, url.trim_start_matches("https://a.example")))
        .collect();
    assert_eq!(
        entries,
        [
            (0, "Docs", ""),
            (1, "One", "/one"),
            (2, "Inner", "/a_(b)"),
            (3, "Ref", "/ref"),
            (1, "Two", "/t%20w"),
            (1, "Group", ""),
            (2, "Three", "/three"),
            (1, "Below", "/below"),
            (2, "Last", "/last"),
            (2, "r", "/ref"),
        ]
    );
}

#[test]
fn llms_txt_has_links_outside_of_lists_and_code_with_others() {
    let list = TitleList::llms_txt("https://a.example/");
    let text = "# Site\n\n## Docs\n| [Row](/row) | note |\n|---|---|\n[Line](/line)\n\
        Words with a [link](/words).\n```\n- [Code](/code)\n```\n- [x] [Done](/done)\n- https://a.example/bare\n\
        - Only words\n## Nothing\n- Only words\n";
    for size in [1, 7, 1000] {
        let mut reader = ListReader::new(&list, &list.url);
        text.as_bytes().chunks(size).for_each(|chunk| reader.push(chunk));
        let (name, menu) = reader.finish().menu.unwrap();
        let entries: Vec<(u32, &str)> = menu.entries.iter().map(|entry| (entry.depth, &*entry.text)).collect();
        assert_eq!(name.as_deref(), Some("Site"));
        assert_eq!(entries, [(0, "Docs"), (1, "Row"), (1, "Line"), (1, "Done"), (1, "")]);
    }
}

#[test]
fn an_html_page_is_no_list() {
    let html = "<!DOCTYPE html>\n<script>{\"location\":\"x\",\"title\":\"X\"}</script>\n- [a](b)\n";
    for kind in [
        ListKind::LlmsTxt,
        ListKind::Sphinx { has_folders: false },
        ListKind::Feed,
        ListKind::WordPress(WordPress::FIRST),
    ] {
        assert_eq!(titles(&list(kind, "https://a.example/"), html), [""; 0], "{kind:?}");
    }
}

#[test]
fn long_lists_end_at_their_limits() {
    let list = list_of("https://a.example/docs/search/main.js");
    let mut reader = ListReader::new(&list, &list.url);
    reader.push(b"{\"docs\":[");
    let mut pushed = 0;
    while !reader.is_done() {
        reader.push(format!("{{\"location\":\"{pushed}/\",\"title\":\"Page {pushed}\"}},").as_bytes());
        pushed += 1;
        assert!(pushed <= MAX_LISTED_TITLES);
    }
    assert_eq!(reader.finish().pages.len(), MAX_LISTED_TITLES);
    let mut reader = ListReader::new(&list, &list.url);
    let mut bytes = 0;
    while !reader.is_done() {
        reader.push(&[b' '; 4_096]);
        bytes += 4_096;
    }
    assert_eq!(bytes, if cfg!(fuzzing) { 65_536 } else { 33_554_432 }, "docs/usage.md promises 32 MiB");
}

#[test]
fn titles_after_a_large_index_of_words_are_read() {
    /// Bytes before the titles.
    const BEFORE: usize = 17_000_000;
    let mut reader = ListReader::new(&list_of("https://a.example/docs/search/main.js"), "https://a.example/docs/");
    reader.push(b"{\"index\":{\"store\":{");
    let words = format!("\"1\":[{}\"word\"],", "\"word\",".repeat(9_000));
    (0..BEFORE / words.len()).for_each(|_| reader.push(words.as_bytes()));
    reader.push(b"}},\"docs\":{\"1\":{\"title\":\"Run\",\"content\":\"\",\"location\":\"run/\"}}}");
    assert!(reader.is_done());
    let pages = reader.finish().pages;
    assert_eq!(pages.iter().map(|listed| &*listed.title).collect::<Vec<_>>(), ["Run"]);
}
