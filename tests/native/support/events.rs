//! The events of a document as text, to compare two ways of cutting it into chunks.

use navibar::xml::{Context, Element, Handler, Tokenizer};

#[derive(Default)]
pub(crate) struct Log {
    out: String,
    in_text: bool,
}

impl Log {
    fn line(&mut self, cx: &Context<'_>, text: &str) {
        if self.in_text {
            self.out.push('\n');
            self.in_text = false;
        }
        let (line, column) = cx.report.position(cx.offset);
        self.out.push_str(&format!("{line}:{column} {text}\n"));
    }
}

impl Handler for Log {
    type Target = ();

    fn start(&mut self, element: &Element<'_>, _: &mut (), cx: &mut Context<'_>) {
        let mut text = format!("<{{{}}}{}", cx.names.namespace(element.name), cx.names.local(element.name));
        for attribute in element.attributes {
            let (namespace, local) = (cx.names.namespace(attribute.name), cx.names.local(attribute.name));
            text.push_str(&format!(" {{{namespace}}}{local}={:?}", element.value(attribute, cx)));
        }
        self.line(cx, &text);
    }
    fn end(&mut self, _: &mut (), cx: &mut Context<'_>) {
        self.line(cx, "/");
    }
    fn text(&mut self, text: &str, _: &mut (), _cx: &mut Context<'_>) {
        self.out.extend(text.escape_debug());
        self.in_text = true;
    }
    fn cdata(&mut self, text: &str, _: &mut (), cx: &mut Context<'_>) {
        self.line(cx, &format!("<![CDATA[{text}"));
    }
    fn comment(&mut self, text: &str, _: &mut (), cx: &mut Context<'_>) {
        self.line(cx, &format!("<!--{text}"));
    }
    fn instruction(&mut self, text: &str, _: &mut (), cx: &mut Context<'_>) {
        self.line(cx, &format!("<?{text}"));
    }
}

/// The events and findings of a document in these chunks.
pub(crate) fn events<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut tokenizer = Tokenizer::default();
    let mut log = Log::default();
    for chunk in chunks {
        tokenizer.push(chunk, &mut log, &mut ());
    }
    tokenizer.finish(&mut log, &mut ());
    for diagnostic in tokenizer.report.diagnostics() {
        log.out.push_str(&format!("\n{diagnostic}"));
    }
    log.out
}
