//! The boundary between Rust and JavaScript, in a real browser: `wasm-pack test --headless --firefox`.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

use js_sys::{Array, Function, Reflect, Uint8Array};
use navibar::web::{OnProgress, WebSession};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const SITE: &str = r#"<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:map="http://www.oaklett.org/map/1.0#"
         xmlns:dc="http://purl.org/dc/elements/1.1/" xml:base="http://example.org/">
  <rdf:Description rdf:about="urn:sitemap:root">
    <map:container><rdf:Seq>
      <rdf:li rdf:resource="home"/><rdf:li rdf:resource="docs"/><rdf:li rdf:resource="about"/>
    </rdf:Seq></map:container>
  </rdf:Description>
  <rdf:Description rdf:about="home" dc:title="Home" dc:identifier="/" dc:creator="Ada" map:icon="/icon.png"/>
  <rdf:Description rdf:about="docs" dc:title="Docs">
    <map:container><rdf:Seq><rdf:li rdf:resource="install"/><rdf:li rdf:resource="use"/></rdf:Seq></map:container>
  </rdf:Description>
  <rdf:Description rdf:about="install" dc:title="Install" dc:identifier="docs/install">
    <map:embedded><rdf:Bag><rdf:li rdf:resource="use"/></rdf:Bag></map:embedded>
  </rdf:Description>
  <rdf:Description rdf:about="use" dc:title="Use" dc:identifier="docs/use">
    <map:container><rdf:Seq><rdf:li rdf:resource="about"/></rdf:Seq></map:container>
  </rdf:Description>
  <rdf:Description rdf:about="about" dc:title="Élan &amp; About" dc:identifier="about?a&b"/>
</rdf:RDF>"#;

fn get(object: &JsValue, member: &str) -> JsValue {
    Reflect::get(object, &member.into()).unwrap()
}

fn text(object: &JsValue, member: &str) -> String {
    get(object, member).as_string().unwrap_or_else(|| panic!("{member} of {object:?} is no string"))
}

/// An address with these bytes as its answer.
fn address(bytes: &[u8]) -> String {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts).unwrap();
    web_sys::Url::create_object_url_with_blob(&blob).unwrap()
}

async fn load(session: &WebSession, bytes: &[u8]) -> JsValue {
    let promise = session.open_sitemap(address(bytes), None);
    JsFuture::from(promise).await.unwrap()
}

fn titles(session: &WebSession) -> Vec<String> {
    let rows: JsValue = session.rows(0, session.row_count());
    Array::from(&rows).iter().map(|row| text(&row, "title")).collect()
}

fn row(session: &WebSession, at: u32) -> JsValue {
    Array::from(&session.rows(at, at + 1)).get(0)
}

fn id(session: &WebSession, at: u32) -> u32 {
    get(&row(session, at), "id").as_f64().unwrap() as u32
}

#[wasm_bindgen_test]
async fn a_sitemap_becomes_rows() {
    let session = WebSession::new();
    let before = session.version();
    let outcome = load(&session, SITE.as_bytes()).await;
    assert_eq!(text(&outcome, "status"), "loaded");
    assert_ne!(session.version(), before);
    assert_eq!(titles(&session), ["Home", "Docs", "Élan & About"]);

    let home = row(&session, 0);
    assert_eq!(text(&home, "kind"), "page");
    assert_eq!(text(&home, "url"), "http://example.org/");
    assert_eq!(text(&home, "icon"), "http://example.org/icon.png");
    assert_eq!(get(&home, "expandable"), JsValue::FALSE);
    for (member, value) in [("level", 1.0), ("setsize", 3.0), ("posinset", 1.0)] {
        assert_eq!(get(&home, member).as_f64(), Some(value), "{member}");
    }
    let docs = row(&session, 1);
    assert_eq!(text(&docs, "kind"), "heading");
    assert!(!Reflect::has(&docs, &"url".into()).unwrap(), "missing parts of a row are absent");
    assert_eq!(get(&docs, "expandable"), JsValue::TRUE);

    let source: JsValue = session.source();
    assert_eq!(text(&source, "format"), "nns");
    assert_eq!(text(&source, "structure"), "declared");
    assert_eq!(Array::from(&session.rows(2, 99)).length(), 1, "a window past the end is cut");
    assert_eq!(Array::from(&session.rows(99, 2)).length(), 0);
}

#[wasm_bindgen_test]
async fn branches_expand_and_collapse() {
    let session = WebSession::new();
    load(&session, SITE.as_bytes()).await;
    let docs = id(&session, 1);
    session.expand(docs);
    assert_eq!(titles(&session), ["Home", "Docs", "Install", "Use", "Élan & About"]);
    let install = id(&session, 2);
    assert_eq!(session.parent(install), docs as i32);
    assert_eq!(session.parent(docs), -1);
    assert_eq!(session.row_of(install), 2);
    session.collapse(docs);
    assert_eq!(session.row_of(install), -1);
    session.expand_all();
    assert_eq!(session.row_count(), 6);
    session.collapse_all();
    assert_eq!(session.row_count(), 3);
    session.expand(u32::MAX);
    session.collapse(u32::MAX);
    assert_eq!(session.row_count(), 3, "an unknown row id does nothing");
    assert_eq!(session.type_ahead(0, "elan"), 2);
    assert_eq!(session.type_ahead(2, "h"), 0, "wraps around");
    assert_eq!(session.type_ahead(0, "x"), -1);
}

#[wasm_bindgen_test]
async fn the_current_page_is_marked_and_revealed() {
    let session = WebSession::new();
    load(&session, SITE.as_bytes()).await;
    session.set_current(Some("https://example.org/docs/install/index.html#top".into()));
    assert_eq!(session.current_row(), -1, "it is inside a closed branch");
    assert_eq!(session.reveal_current(), 2);
    assert_eq!(get(&row(&session, 2), "current"), JsValue::TRUE);
    session.set_current(Some("http://example.org/elsewhere".into()));
    assert_eq!(session.reveal_current(), -1);
}

#[wasm_bindgen_test]
async fn context_menus_and_details_are_arrays() {
    let session = WebSession::new();
    load(&session, SITE.as_bytes()).await;
    session.expand_all();
    let install = id(&session, 2);
    let menu = Array::from(&session.menu(install));
    assert_eq!(menu.length(), 1);
    assert_eq!(text(&menu.get(0), "title"), "Use");
    let below = Array::from(&get(&menu.get(0), "children"));
    assert_eq!(text(&below.get(0), "title"), "Élan & About");
    assert_eq!(Array::from(&session.menu(id(&session, 0))).length(), 0);
    let details = Array::from(&session.details(id(&session, 0)));
    assert_eq!((text(&details.get(0), "name"), text(&details.get(0), "value")), ("creator".into(), "Ada".into()));
    let diagnostics = Array::from(&session.diagnostics());
    assert_eq!(text(&diagnostics.get(0), "code"), "raw-ampersand");
    assert_eq!(get(&diagnostics.get(0), "line").as_f64(), Some(19.0));
}

#[wasm_bindgen_test]
async fn the_platform_decodes_gzip_and_encodings() {
    let session = WebSession::new();
    let outcome = load(&session, include_bytes!("web/packed.rdf.gz")).await;
    assert_eq!(text(&outcome, "status"), "loaded");
    assert_eq!(titles(&session), ["Packed"]);
    let session = WebSession::new();
    let packed = include_bytes!("web/packed.rdf.gz");
    let outcome = load(&session, &packed[..packed.len() - 9]).await;
    assert_eq!((text(&outcome, "status"), text(&outcome, "code")), ("failed".into(), "damaged-gzip".into()));

    let utf16: Vec<u8> = format!("\u{feff}{SITE}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    let session = WebSession::new();
    assert_eq!(text(&load(&session, &utf16).await, "status"), "loaded");
    assert_eq!(titles(&session)[2], "Élan & About");

    let declared = SITE.replace("?>", " encoding=\"windows-1252\"?>").replace('É', "\u{1}");
    let legacy: Vec<u8> = declared.bytes().map(|b| if b == 1 { 0xc9 } else { b }).collect();
    let session = WebSession::new();
    assert_eq!(text(&load(&session, &legacy).await, "status"), "loaded");
    assert_eq!(titles(&session)[2], "Élan & About");
}

#[wasm_bindgen_test]
async fn a_document_that_is_not_a_sitemap_is_reported() {
    for (bytes, status, code) in [
        (&b"<!DOCTYPE html><html><body>Not here</body></html>"[..], "not-found", "no-sitemap"),
        (b"{}", "not-found", "no-sitemap"),
        (b"", "not-found", "no-sitemap"),
        (b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>", "failed", "no-root"),
        (b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><a>", "failed", "truncated"),
    ] {
        let session = WebSession::new();
        let outcome = load(&session, bytes).await;
        assert_eq!((text(&outcome, "status").as_str(), text(&outcome, "code").as_str()), (status, code));
        assert!(text(&outcome, "message").ends_with('.'), "a sentence for the user");
        assert_eq!(session.row_count(), 0);
    }
    let session = WebSession::new();
    let promise = session.open_page("about:blank".into(), None);
    assert_eq!(text(&JsFuture::from(promise).await.unwrap(), "code"), "no-web-page");
    // No server listens there.
    let promise = session.open_page("http://127.0.0.1:9/page".into(), None);
    let outcome = JsFuture::from(promise).await.unwrap();
    assert_eq!((text(&outcome, "code").as_str(), get(&outcome, "retry")), ("network", JsValue::TRUE));
}

fn large_site(pages: usize) -> String {
    let (head, tail) = SITE.split_once("<rdf:li rdf:resource=\"home\"/>").unwrap();
    let entries: String = (0..pages).map(|n| format!("<rdf:li rdf:resource=\"p{n}\"/>")).collect();
    format!("{head}{entries}{tail}")
}

#[wasm_bindgen_test]
async fn progress_is_reported_and_a_load_can_be_stopped() {
    let site = large_site(50_000);
    let session = WebSession::new();
    let seen = std::rc::Rc::new(std::cell::Cell::new(0.0));
    let bytes = seen.clone();
    let listener = Closure::<dyn Fn(JsValue)>::new(move |progress: JsValue| {
        bytes.set(get(&progress, "bytes").as_f64().unwrap());
    });
    let on_progress: OnProgress = listener.as_ref().clone().unchecked_into();
    let promise = session.open_sitemap(address(site.as_bytes()), Some(on_progress));
    let outcome = JsFuture::from(promise).await.unwrap();
    assert_eq!(text(&outcome, "status"), "loaded");
    assert!(seen.get() > 0.0);
    assert_eq!(session.row_count(), 50_002);

    let promise = session.open_sitemap(address(site.as_bytes()), None);
    session.stop();
    assert_eq!(text(&JsFuture::from(promise).await.unwrap(), "status"), "stopped");
    assert_eq!(session.row_count(), 50_002, "the old rows stay");

    let first = session.open_sitemap(address(site.as_bytes()), None);
    let second = session.open_sitemap(address(SITE.as_bytes()), None);
    assert_eq!(text(&JsFuture::from(second).await.unwrap(), "status"), "loaded");
    assert_eq!(text(&JsFuture::from(first).await.unwrap(), "status"), "stopped", "a newer load ends an older one");
    assert_eq!(session.row_count(), 3);
}

async fn packed(bytes: &[u8]) -> Vec<u8> {
    let pack = "const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
        return new Response(stream).arrayBuffer();";
    let pack = Function::new_with_args("bytes", pack);
    let packed: js_sys::Promise = pack.call1(&JsValue::NULL, &Uint8Array::from(bytes)).unwrap().unchecked_into();
    Uint8Array::new(&JsFuture::from(packed).await.unwrap()).to_vec()
}

/// After a stop, the stream fails and nobody reads it.
#[wasm_bindgen_test]
async fn a_stopped_load_leaves_no_unhandled_rejection() {
    let listen = "const reasons = [];
        addEventListener('unhandledrejection', (event) => {
            event.preventDefault();
            reasons.push(String(event.reason));
            globalThis.lastReason?.();
        });
        return reasons;";
    let reasons: Array = Function::new_no_args(listen).call0(&JsValue::NULL).unwrap().unchecked_into();
    let site = large_site(200_000).into_bytes();
    for bytes in [&packed(&site).await, &site] {
        let session = std::rc::Rc::new(WebSession::new());
        let stopping = session.clone();
        let listener = Closure::<dyn Fn(JsValue)>::new(move |_| stopping.stop());
        let on_progress: OnProgress = listener.as_ref().clone().unchecked_into();
        let promise = session.open_sitemap(address(bytes), Some(on_progress));
        assert_eq!(text(&JsFuture::from(promise).await.unwrap(), "status"), "stopped");
    }
    // Our own rejection shows when the others would have been reported.
    let last = "Promise.reject('ours'); return new Promise((resolve) => { globalThis.lastReason = resolve; });";
    let reported: js_sys::Promise = Function::new_no_args(last).call0(&JsValue::NULL).unwrap().unchecked_into();
    JsFuture::from(reported).await.unwrap();
    assert_eq!(Vec::from_iter(reasons.iter().filter_map(|reason| reason.as_string())), ["ours"]);
}

#[wasm_bindgen_test]
async fn the_tree_is_saved_as_a_file() {
    let session = WebSession::new();
    let named = |name: &str| JsValue::from_str(name);
    let save = async |format: &str| {
        let promise = session.export_as(named(format), None).unwrap();
        let blob: web_sys::Blob = JsFuture::from(promise).await.unwrap().unchecked_into();
        Uint8Array::new(&JsFuture::from(blob.array_buffer()).await.unwrap()).to_vec()
    };
    assert!(save("nns").await.is_empty(), "nothing is shown yet");
    load(&session, SITE.as_bytes()).await;
    const XML: &[u8] = b"<?xml";
    for (format, start) in [("nns", XML), ("negs", XML), ("xbel", XML), ("html", b"<!DOCTYPE NETSCAPE"), ("opml", XML)]
    {
        let saved = save(format).await;
        assert!(saved.starts_with(start), "{format}");
        let again = WebSession::new();
        assert_eq!(text(&load(&again, &saved).await, "status"), "loaded", "{format}");
        assert_eq!(titles(&again), titles(&session), "{format}");
    }
    let mistake = session.export_as(named("rss"), None).err().unwrap();
    assert!(mistake.is_instance_of::<js_sys::TypeError>());
}

fn words(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

#[wasm_bindgen_test]
async fn the_tree_is_filtered_and_restored() {
    let session = WebSession::new();
    load(&session, SITE.as_bytes()).await;
    JsFuture::from(session.set_filter("USE")).await.unwrap();
    assert_eq!((titles(&session), session.matches()), (words(&["Docs", "Use"]), 1));
    let highlights = Array::from(&get(&row(&session, 1), "highlights"));
    let first = Array::from(&highlights.get(0));
    assert_eq!((first.get(0).as_f64(), first.get(1).as_f64()), (Some(0.0), Some(3.0)));
    assert!(!Reflect::has(&row(&session, 0), &"highlights".into()).unwrap(), "the row above does not match");
    let id = session.reveal(id(&session, 1));
    JsFuture::from(session.set_filter("")).await.unwrap();
    assert_eq!((session.row_of(id as u32), session.matches()), (3, 0), "revealed in the whole tree");
}

#[wasm_bindgen_test]
async fn the_current_page_has_a_path_and_neighbours() {
    let session = WebSession::new();
    load(&session, SITE.as_bytes()).await;
    session.set_current(Some("http://example.org/docs/use".into()));
    let trail = Array::from(&session.trail());
    assert_eq!(
        (text(&trail.get(0), "title"), text(&trail.get(1), "url")),
        ("Docs".into(), "http://example.org/docs/use".into())
    );
    let neighbour = |which: &str| session.neighbour(JsValue::from(which));
    assert_eq!(neighbour("previous").as_deref(), Some("http://example.org/docs/install"));
    assert_eq!(neighbour("next").as_deref(), Some("http://example.org/about?a&b"));
    let home = Some("http://example.org/".to_owned());
    assert_eq!((neighbour("up"), neighbour("down")), (home, None), "past a heading to the home page");
}

#[wasm_bindgen_test]
fn visits_are_plain_objects() {
    let url = "http://example.org";
    let first: JsValue = WebSession::note_visit(JsValue::from("nonsense"), url, 1000.0);
    assert_eq!(get(&first, "last"), JsValue::UNDEFINED);
    let kept = js_sys::JSON::stringify(&get(&first, "visits")).unwrap();
    assert_eq!(kept, "{\"http://example.org\":[null,1000]}");
    let again = js_sys::JSON::parse(&String::from(kept)).unwrap();
    let second: JsValue = WebSession::note_visit(again, url, 10_000.0);
    assert_eq!(get(&second, "last").as_f64(), Some(1000.0));
}

#[wasm_bindgen_test]
fn known_sitemaps_are_imported_and_exported() {
    let known = r#"{"http://a.example":{"places":[["http://a.example/sitemap.xml",{"category":3}]],"paused":null},"http://b.example":{"places":[],"paused":[4000000000,429],"sites":[{"folder":"http://b.example/x/","places":[]}],"lacks_llms_txt":true,"asked":["http://b.example/x/sitemap.xml"]}}"#;
    WebSession::merge_memory(js_sys::JSON::parse(known).unwrap());
    for nonsense in ["5", "[]", r#"{"http://a.example":5}"#, r#"{"http://a.example":{"places":[["x"]],"paused":null}}"#]
    {
        WebSession::merge_memory(js_sys::JSON::parse(nonsense).unwrap());
    }
    let exported: JsValue = WebSession::memory(["http://a.example", "http://b.example"].map(String::from).to_vec());
    for (origin, text) in [
        (
            "http://a.example",
            r#"{"places":[["http://a.example/sitemap.xml",{"category":3}]],"sites":[],"lacks_llms_txt":false,"asked":[]}"#,
        ),
        (
            "http://b.example",
            r#"{"places":[],"paused":[4000000000,429],"sites":[{"folder":"http://b.example/x/","places":[]}],"lacks_llms_txt":true,"asked":["http://b.example/x/sitemap.xml"]}"#,
        ),
    ] {
        assert_eq!(js_sys::JSON::stringify(&get(&exported, origin)).unwrap(), text);
    }
}

#[wasm_bindgen_test]
async fn the_tree_is_sorted_and_restored_and_has_news() {
    let session = WebSession::new();
    let dated = SITE.replace("dc:creator=\"Ada\"", "dc:date=\"2024-05-03\"");
    load(&session, dated.as_bytes()).await;
    JsFuture::from(session.set_order(JsValue::from("title"))).await.unwrap();
    assert_eq!(titles(&session), ["Docs", "Élan & About", "Home"]);
    assert!(session.has_dates());
    let since = js_sys::JSON::parse("{\"last\":1714694400,\"now\":1714740000,\"offset\":0}").unwrap();
    let news = JsFuture::from(session.news(since)).await.unwrap();
    let changed = Array::from(&get(&news, "changed"));
    assert_eq!((changed.length(), get(&news, "count").as_f64()), (1, Some(1.0)));
    assert_eq!((text(&changed.get(0), "title"), get(&changed.get(0), "isDay")), ("Home".into(), JsValue::TRUE));
    assert_eq!(get(&changed.get(0), "time").as_f64(), Some(1_714_694_400.0));
    assert_eq!(Array::from(&get(&news, "before")).length(), 0);
    assert!(JsFuture::from(session.news(JsValue::from("now"))).await.is_err());
    session.expand(id(&session, 0));
    let state = session.state(Some(id(&session, 2)), Some(id(&session, 1)));
    let again = WebSession::new();
    again.restore(state);
    load(&again, SITE.as_bytes()).await;
    assert_eq!(titles(&again), ["Home", "Docs", "Install", "Use", "Élan & About"]);
    assert_eq!(again.row_of(again.restored_row() as u32), 3);
    assert_eq!(again.row_of(again.restored_active() as u32), 2);
}

#[wasm_bindgen_test]
fn the_facts_of_a_page_are_read_once_and_not_kept() {
    let made = "return { url: 'https://www.example.org/a', reads: 0, get title() { this.reads += 1; return 'A'; },
        alternates: [], menus: [], breadcrumbs: [], relations: [], headings: [] }";
    let facts = Function::new_no_args(made).call0(&JsValue::NULL).unwrap();
    let session = WebSession::new();
    let add = |may_be_elsewhere| session.add_facts(facts.clone(), may_be_elsewhere);
    assert_eq!((add(true), get(&facts, "reads")), (Some(false), JsValue::from(1)));
    // The page may have changed the object since.
    assert_eq!((add(false), get(&facts, "reads")), (Some(false), JsValue::from(2)));
}
