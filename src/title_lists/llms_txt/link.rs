//! Links in a line of Markdown (CommonMark 0.31, sections 6.3 and 6.5).

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Address(String),
    /// The label of a definition elsewhere in the file.
    Label(String),
}

/// Returns the text of an item of a list, without its marker.
pub(super) fn item_of(text: &str) -> Option<&str> {
    let digits = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let marker = match text[digits..].chars().next()? {
        '-' | '*' | '+' if digits == 0 => 1,
        '.' | ')' if digits > 0 => digits + 1,
        _ => return None,
    };
    text[marker..].strip_prefix([' ', '\t']).map(str::trim_start)
}

/// Returns the label and the address of a definition: `[label]: address "title"`.
pub(super) fn definition(text: &str) -> Option<(String, String)> {
    let (label, rest) = text.strip_prefix('[')?.split_once("]:")?;
    let (address, _) = destination(rest.trim_start())?;
    Some((normal(label), address.to_owned()))
}

/// Returns the first link of a text: its name and where it leads. A name with an address behind it is a link, too.
pub(super) fn link_of(text: &str) -> Option<(String, Target)> {
    if let Some(start) = text.find('[')
        && let Some(found) = bracketed(&text[start + 1..])
    {
        return Some(found);
    }
    let start = text.find("https://").or_else(|| text.find("http://"))?;
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`');
    let address = text[start..].split(is_end).next()?.trim_end_matches(['.', ',', ';', ')', '*', '_']);
    let name =
        plain(text[..start].trim_end_matches(|c: char| {
            c.is_whitespace() || matches!(c, ':' | '-' | '<' | '(' | '\u{2013}' | '\u{2014}')
        }));
    (!name.is_empty()).then(|| (name, Target::Address(address.to_owned())))
}

/// Returns the link that begins with these characters after its `[`.
fn bracketed(text: &str) -> Option<(String, Target)> {
    let end = closing(text, '[', ']')?;
    let (name, rest) = (&text[..end], &text[end + 1..]);
    if let Some(found) = rest.strip_prefix('(').and_then(|inside| in_parentheses(name, inside)) {
        return Some(found);
    }
    // A bracket in the name without its partner.
    if let Some((longer, inside)) = text.split_once("](").filter(|(longer, _)| longer.len() > end) {
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
    let text = text.replace(['`'], "").replace("**", "").replace("__", "");
    let mut plain = String::with_capacity(text.len());
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '*');
    let text = text.strip_prefix('_').and_then(|text| text.strip_suffix('_')).unwrap_or(text);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => {}
            _ => plain.push(c),
        }
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
            ("[**A** _b_](/a)", "A _b_", "/a"),
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
        for text in ["", "A", "[A", "https://a.example/"] {
            assert_eq!(link_of(text), None, "{text}");
        }
        assert_eq!(definition("[A  b]: </x y> 'title'"), Some(("a b".to_owned(), "/x y".to_owned())));
        assert_eq!(definition("[A](/a)"), None);
        let items = ["- a", "* a", "+ a", "1. a", "12) a", "-a", "1 a", "a"].map(item_of);
        assert_eq!(items, [Some("a"), Some("a"), Some("a"), Some("a"), Some("a"), None, None, None]);
    }
}
