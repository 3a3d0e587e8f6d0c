use super::is_safe;
use crate::limits::{MAX_SVG_BYTES, MAX_SVG_DEPTH};

/// Returns an icon with this content.
fn svg(content: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">{content}</svg>"#)
}

#[track_caller]
fn accepts(text: &str) {
    assert!(is_safe(text.as_bytes()), "refused: {text}");
}

#[track_caller]
fn refuses(text: &str) {
    assert!(!is_safe(text.as_bytes()), "accepted: {text}");
}

#[test]
fn ordinary_icons_are_accepted() {
    accepts(&svg("<path d='M0 0h16v16z' fill='#0a0'/>"));
    accepts(&format!("\u{feff}<?xml version='1.0' encoding='UTF-8'?>\n<!-- made by hand -->\n{}\n", svg("")));
    accepts(&format!("<?xml version='1.0' encoding='US-ASCII'?>{}", svg("")));
    // Files of drawing programs.
    accepts(
        r##"<?xml version="1.0" standalone="no"?>
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
            xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:unused" style="enable-background:new 0 0 9 9;" >
          <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:li>x &amp; y</rdf:li></rdf:RDF></metadata>
          <inkscape:view zoom="1"/>
          <defs>
            <style type="text/css"><![CDATA[ .a,.b{fill:none;stroke:#000} path { opacity : .5 } ]]></style>
            <linearGradient id="g"><stop offset="0" style="stop-color:red"/></linearGradient>
            <clipPath id="c"><rect width="9" height="9"/></clipPath>
          </defs>
          <g clip-path="url(#c)"><path class="a" fill="url(#g)" d="M0 0"></path></g>
        </svg>"##,
    );
    // An icon of the demo site.
    for icon in std::fs::read_dir("www/example/demo/icons").expect("the demo has icons") {
        let path = icon.expect("a file").path();
        accepts(&std::fs::read_to_string(path).expect("an icon"));
    }
}

#[test]
fn expensive_and_external_content_is_refused() {
    for content in [
        "<use href='#a'/>",
        "<pattern/>",
        "<filter/>",
        "<image href='/a.png'/>",
        "<foreignObject/>",
        "<marker/>",
        "<animate/>",
        "<set/>",
        "<animateTransform/>",
        "<script/>",
        "<text>a</text>",
        "<feTurbulence/>",
        "<switch/>",
        "<a/>",
        "<tspan/>",
        "<textPath/>",
        "<animateMotion/>",
        "<mpath/>",
        "<discard/>",
        "<feImage/>",
        "<view/>",
        "<iframe/>",
        "<video/>",
        "<link/>",
        "<hatch/>",
        "<mesh/>",
        "<solidColor/>",
        "<g filter='url(#f)'/>",
        "<path marker='url(#m)' d=''/>",
        "<path marker-start='url(#m)' d=''/>",
        "<path marker-mid='url(#m)' d=''/>",
        "<path marker-end='url(#m)' d=''/>",
        "<path stroke-dasharray='.001'/>",
        "<g style='filter:blur(9px)'/>",
        "<g style='fill:red;animation:a 1s'/>",
        "<g style='fil\\74 er:blur(9px)'/>",
        "<g style='--a:1'/>",
        "<g style='&#102;ilter:blur(9px)'/>",
        "<g style='fill:red&#59;'/>",
        "<g style='fill:u\\72l(/a.svg)'/>",
        "<g style='fill:{a}'/>",
        "<g style='fill:@a'/>",
        "<style>@import 'a.css';</style>",
        "<style>g{filter:blur(9px)}</style>",
        "<style>g{fill:red}@media all{}</style>",
        "<style>g{fil<!-- -->ter:blur(9px)}</style>",
        "<style>g{clip-path:url(#c)}</style>",
        "<style>:has(g){}</style>",
        "<style>g:hover{}</style>",
        "<style>g(h){}</style>",
        "<style>*{}</style>",
        "<style>[a=b]{}</style>",
        "<style>g>path{}</style>",
        "<style>g+path{}</style>",
        "<style>g~path{}</style>",
        "<style>g{fill:red&amp;}</style>",
        "<style><![CDATA[g{filter:blur(9px)}]]></style>",
        "<style>g{fill:red;stroke-dasharray:.01}</style>",
        "<style><g/></style>",
        "<style>g{&#102;ilter:none}</style>",
    ] {
        refuses(&svg(content));
    }
}

#[test]
fn costly_and_external_properties_are_refused() {
    accepts(&svg("<g style='fill:red'/><style>g{fill:red}</style>"));
    for property in [
        "all",
        "animation",
        "backdrop-filter",
        "background",
        "background-image",
        "clip-path",
        "content",
        "cursor",
        "d",
        "fill-image",
        "filter",
        "font",
        "marker",
        "marker-end",
        "marker-mid",
        "marker-start",
        "mask",
        "mask-image",
        "offset-path",
        "perspective",
        "r",
        "shape-inside",
        "src",
        "stroke-dasharray",
        "transform",
        "transition",
        "width",
        "will-change",
        "zoom",
    ] {
        refuses(&svg(&format!("<g style='{property}:1'/>")));
        refuses(&svg(&format!("<style>g{{{property}:1}}</style>")));
    }
}

#[test]
fn content_that_a_browser_may_read_differently_is_refused() {
    let plain = svg("<g/>");
    for text in [
        String::new(),
        "<svg/>".to_owned(), // in no namespace
        "<svg></svg>".to_owned(),
        "<svg id='http://www.w3.org/2000/svg'/>".to_owned(),
        "<g xmlns='http://www.w3.org/2000/svg'/>".to_owned(),
        "<svg xmlns='http://www.w3.org/1999/xhtml'/>".to_owned(),
        "<html xmlns='http://www.w3.org/2000/svg'/>".to_owned(),
        format!("<!DOCTYPE svg>{plain}"),
        format!("<!DOCTYPE svg [<!ENTITY u \"<use href='#a'/>\">]>{}", svg("&u;")),
        format!("<?xml-stylesheet href='a.css'?>{plain}"),
        format!("<?xml version='1.0' encoding='UTF-7'?>{plain}"),
        format!("{plain}{plain}"),
        format!("text{plain}"),
        format!("{plain}text"),
        format!("<![CDATA[]]>{plain}"),
        svg("<g>"),
        svg("<g></p>"),
        svg("<g/><!-- a -- b -->"),
        svg("<g a='b'c='d'/>"),
        svg("<g a=b/>"),
        svg("<g a=xbx/>"),
        svg("<-a:b/>"),
        svg("<g title='<use/>'/>"),
        svg("<s:use xmlns:s='http://www.w3.org/2000/svg'/>"),
        svg("<s:use xmlns:s='http://www.w3.org/2000/sv&#103;'/>"),
        svg("<h:div xmlns:h='http://www.w3.org/1999/xhtml'/>"),
        svg("<metadata xmlns='urn:other'/>"),
        svg("<\u{16ba}use/>"),
        svg("<?php echo 1 ?>"),
    ] {
        refuses(&text);
    }
    let utf_16: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(!is_safe(&utf_16), "UTF-16");
    for cut in 0..plain.len() {
        refuses(&plain[..cut]);
    }
}

#[test]
fn many_or_nested_clip_paths_and_masks_are_refused() {
    // Each one may need a picture of its own while the icon is drawn.
    accepts(&svg(&"<g clip-path='url(#c)'/>".repeat(16)));
    refuses(&svg(&"<g clip-path='url(#c)'/>".repeat(17)));
    refuses(&svg(&"<g mask='url(#c)'/>".repeat(17)));
    accepts(&svg("<mask id='m'><rect/></mask><g mask='url(#m)'/>"));
    refuses(&svg("<clipPath clip-path='url(#b)'/>"));
    refuses(&svg("<mask><g><rect clip-path='url(#b)'/></g></mask>"));
    accepts(&svg("<mask/><clipPath></clipPath><g clip-path='url(#b)'/>"));
}

#[test]
fn a_document_beyond_a_limit_is_refused() {
    // The icons of a corpus of sites have at most some hundred elements.
    accepts(&svg(&"<g/>".repeat(999)));
    refuses(&svg(&"<g/>".repeat(1_000)));
    let nested = |depth: usize| svg(&("<g>".repeat(depth) + &"</g>".repeat(depth)));
    accepts(&nested(MAX_SVG_DEPTH - 1));
    refuses(&nested(MAX_SVG_DEPTH));
    let long = |bytes: usize| svg(&" ".repeat(bytes - svg("").len()));
    accepts(&long(MAX_SVG_BYTES));
    refuses(&long(MAX_SVG_BYTES + 1));
}
