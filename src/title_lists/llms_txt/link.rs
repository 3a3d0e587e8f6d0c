//! Links in a line of Markdown (CommonMark 0.31, sections 6.3 and 6.5).

use crate::text::list_marker;

/// Brackets in a line that are tried. Each one is looked up in the whole line.
const MAX_BRACKETS: usize = 8;

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Address(String),
    /// The label of a definition elsewhere in the file.
    Label(String),
}

/// Returns the text of an item of a list, without its marker and without a box to tick.
pub(super) fn item_of(text: &str) -> Option<&str> {
    let marker = Some(list_marker(text.as_bytes())).filter(|length| *length > 0)?;
    let item = text[marker..].trim_start();
    let is_box = item.starts_with('[') && item.as_bytes().get(2..4) == Some(b"] ");
    Some(if is_box { &item[4..] } else { item })
}

/// Returns the link of a line that is only a link, or one with a note.
pub(super) fn only_link(text: &str) -> Option<(String, Target)> {
    let start = text.trim_start_matches('*');
    let is_link = start.starts_with('[') && (text.trim_end_matches('*').ends_with(')') || text.contains("): "));
    let is_address = start.starts_with("http") && !text.contains(' ');
    let link = if is_link || is_address { link_of(text) } else { None };
    link.filter(|(_, target)| matches!(target, Target::Address(_)))
}

/// Returns the label and the address of a definition: `[label]: address "title"`.
pub(super) fn definition(text: &str) -> Option<(String, String)> {
    let (label, rest) = text.strip_prefix('[')?.split_once("]:")?;
    let (address, _) = destination(rest.trim_start())?;
    Some((normal(label), address.to_owned()))
}

/// Returns the first link of a text: its name and where it leads. An address is a link, too, and what is before it is its name.
pub(super) fn link_of(text: &str) -> Option<(String, Target)> {
    let mut label = None;
    let mut from = 0;
    // The links of pictures lead to files.
    for _ in 0..MAX_BRACKETS {
        let Some(start) = text[from..].find('[').map(|at| from + at) else { break };
        match bracketed(&text[start + 1..]) {
            Some((name, target @ Target::Address(_))) if !text[..start].ends_with('!') => return Some((name, target)),
            Some(found @ (_, Target::Label(_))) if label.is_none() => label = Some(found),
            _ => {}
        }
        from = start + 1;
    }
    let Some(start) = text.find("https://").or_else(|| text.find("http://")) else { return label };
    if text[..start].ends_with("](") {
        return label;
    }
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '|');
    let address = text[start..].split(is_end).next()?.trim_end_matches(['.', ',', ':', ';', ')', '*', '_']);
    let name = text[..start].trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '-' | '<' | '(' | '`' | '\u{2013}' | '\u{2014}')
    });
    let name = if name.starts_with('<') { "" } else { name };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    Some((plain(name), Target::Address(address.to_owned())))
}

/// Returns the link that begins with these characters after its `[`.
fn bracketed(text: &str) -> Option<(String, Target)> {
    let end = closing(text, '[', ']')?;
    let (name, rest) = (&text[..end], &text[end + 1..]);
    if let Some(found) = rest.strip_prefix('(').and_then(|inside| in_parentheses(name, inside)) {
        return Some(found);
    }
    // A bracket in the name without its partner. Behind another bracket, a link of its own begins.
    if let Some((longer, inside)) = text.split_once("](").filter(|(longer, _)| longer.len() > end)
        && !longer[end..].contains('[')
    {
        return in_parentheses(longer, inside);
    }
    let label = rest.strip_prefix('[').and_then(|label| label.split_once(']')).map(|(label, _)| label);
    let label = label.filter(|label| !label.trim().is_empty()).unwrap_or(name);
    Some((plain(name), Target::Label(normal(label))))
}

fn in_parentheses(name: &str, inside: &str) -> Option<(String, Target)> {
    let (address, rest) = destination(inside.trim_start())?;
    let rest = rest.trim_start();
    let is_link = rest.starts_with([')', '"', '\'', '(']) && !address.is_empty();
    is_link.then(|| (plain(name), Target::Address(address.to_owned())))
}

/// Returns an address and the text after it. Angle brackets allow spaces in it, and parentheses come in pairs.
fn destination(text: &str) -> Option<(&str, &str)> {
    if let Some(inside) = text.strip_prefix('<') {
        return inside.split_once('>');
    }
    let space = text.find(char::is_whitespace).unwrap_or(text.len());
    let end = closing(&text[..space], '(', ')').unwrap_or(space);
    Some((&text[..end], &text[end..]))
}

/// Returns the place of the closing character that has no partner. A backslash hides a character.
fn closing(text: &str, opens: char, closes: char) -> Option<usize> {
    let (mut depth, mut is_hidden) = (0_usize, false);
    for (at, c) in text.char_indices() {
        if std::mem::take(&mut is_hidden) {
            continue;
        }
        match c {
            '\\' => is_hidden = true,
            c if c == opens => depth += 1,
            c if c == closes && depth == 0 => return Some(at),
            c if c == closes => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns a text without the marks of emphasis, code and backslashes.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut is_code, mut before) = (false, ' ');
    let mut chars = text.trim().chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let is_part = |c: char| c.is_alphanumeric();
        match c {
            '`' => is_code = !is_code,
            '\\' if !is_code && next.is_ascii_punctuation() => plain.extend(chars.next()),
            // Emphasis begins or ends a word; a sign of multiplication or a part of a name does neither.
            '*' if !is_code && (before != ' ' || next != ' ') => {}
            '_' if !(is_code || is_part(before) && is_part(next)) => {}
            c => plain.push(c),
        }
        before = c;
    }
    plain
}

/// Returns a label in the form in which labels are compared.
fn normal(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_all_their_forms() {
        for (text, name, address) in [
            ("[A](/a)", "A", "/a"),
            ("[A](/a_(b)): note", "A", "/a_(b)"),
            ("[A](/a_(b)/(c).html)", "A", "/a_(b)/(c).html"),
            ("[A](</a b>)", "A", "/a b"),
            ("[A](/a \"title (x)\"): note", "A", "/a"),
            ("[A]( /a 'title' )", "A", "/a"),
            ("**[A](/a)**: note", "A", "/a"),
            ("[**A** _b_](/a)", "A b", "/a"),
            ("[*A* __b__ `_c_` d_e 2 * 3](/a)", "A b _c_ d_e 2 * 3", "/a"),
            ("![i](/i.png) [A](/a)", "A", "/a"),
            ("[B] [A](/a)", "A", "/a"),
            ("[A] (https://a.example/x)", "A", "https://a.example/x"),
            ("https://a.example/x: note", "", "https://a.example/x"),
            ("`https://a.example/x`", "", "https://a.example/x"),
            ("<https://a.example/x> - note", "", "https://a.example/x"),
            ("<a href=\"https://a.example/x\">A</a>", "", "https://a.example/x"),
            ("[A [b] c](/a)", "A [b] c", "/a"),
            ("[A ] b](/a)", "A ] b", "/a"),
            ("[A \\[b\\]](/a)", "A [b]", "/a"),
            ("[`a()`](/a)", "a()", "/a"),
            ("A: https://a.example/x.", "A", "https://a.example/x"),
            ("A - <https://a.example/x>", "A", "https://a.example/x"),
        ] {
            assert_eq!(link_of(text), Some((name.to_owned(), Target::Address(address.to_owned()))), "{text}");
        }
        for (text, name, label) in [("[A][B c]", "A", "b c"), ("[A][]", "A", "a"), ("[A]: note", "A", "a")] {
            assert_eq!(link_of(text), Some((name.to_owned(), Target::Label(label.to_owned()))), "{text}");
        }
        for text in ["", "A", "[A", "![i](/i.png)"] {
            assert_eq!(link_of(text), None, "{text}");
        }
        assert_eq!(definition("[A  b]: </x y> 'title'"), Some(("a b".to_owned(), "/x y".to_owned())));
        assert_eq!(definition("[A](/a)"), None);
        for text in ["- a", "* a", "+ a", "1. a", "12) a", "- [x] a", "- [ ] a"] {
            assert_eq!(item_of(text), Some("a"), "{text}");
        }
        for text in ["-a", "1 a", "a", "-[a](b)", "*[a](b)*", "---", "\u{2022} a"] {
            assert_eq!(item_of(text), None, "{text}");
        }
        for text in ["[A](/a)", "**[A](/a)**", "[A](/a): note", "https://a.example/a"] {
            assert!(only_link(text).is_some(), "{text}");
        }
        for text in ["[A](/a) is a page", "See [A](/a)", "https://a.example/a is a page", "[A]", "(A)"] {
            assert!(only_link(text).is_none(), "{text}");
        }
    }
}
