//! What is wrong with an address as its author wrote it, although browsers open it (RFC 3986).

use super::reference::{is_web_address, is_web_scheme, scheme, visible};
use crate::findings::{FindingCode, Report};

/// A mistake in an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mistake {
    /// A character that an address cannot contain.
    Character(char),
    /// A `%` without two hexadecimal digits.
    Percent,
    /// The scheme stands twice, or its colon or a slash is missing.
    Scheme,
    /// A second address follows.
    Second,
}

/// Reports the first mistake in an address as it was written. An address without a scheme may be relative. Other schemes than
/// those of the web have rules of their own.
pub(crate) fn check_written(address: &str, offset: u32, report: &mut Report) {
    let Some(mistake) = mistake(address.trim()) else { return };
    // Browsers find a scheme behind control characters, too.
    if scheme(&visible(address)).is_some_and(|scheme| !is_web_scheme(scheme)) {
        return;
    }
    let (code, message) = match mistake {
        Mistake::Character(c) => {
            let name = match c {
                ' ' => "a space".to_owned(),
                '\n' | '\r' => "a line break".to_owned(),
                '\t' => "a tab".to_owned(),
                c if c.is_control() => format!("the control character U+{:04X}", u32::from(c)),
                c => format!("the character {c}"),
            };
            let mut bytes = [0; 4];
            let escape = c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
            let message = match c.is_control() {
                true => format!("This address contains {name}, which RFC 3986 does not allow; remove it."),
                false => format!("This address contains {name}, which RFC 3986 does not allow; write {escape}."),
            };
            (FindingCode::UnescapedCharacter, message)
        }
        Mistake::Percent => {
            let message = "This address contains a % that is not followed by two hexadecimal digits (RFC 3986, section \
                           2.1); write %25.";
            (FindingCode::UnescapedCharacter, message.to_owned())
        }
        Mistake::Scheme => {
            let message = "This address does not begin with one scheme, :// and a host (RFC 3986, section 3); correct its \
                           beginning.";
            (FindingCode::MalformedAddress, message.to_owned())
        }
        Mistake::Second => {
            let message =
                "A second address stands in this address (RFC 3986, section 3); write each of them on its own.";
            (FindingCode::MalformedAddress, message.to_owned())
        }
    };
    report.warning(code, offset, message);
}

/// Whether a byte is right everywhere behind the scheme of an address, and cannot be part of a second scheme.
const IS_RIGHT: [bool; 256] = {
    let mut is_right = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        is_right[byte] = (byte as u8).is_ascii_alphanumeric()
            || matches!(
                byte as u8,
                b'/' | b'.' | b'-' | b'_' | b'~' | b'?' | b'#' | b'&' | b'=' | b'+' | b',' | b';' | b'@' | b'!'
            );
        byte += 1;
    }
    is_right
};

fn mistake(address: &str) -> Option<Mistake> {
    // Most addresses are like this.
    let absolute = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let has_host = absolute.is_none_or(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    let rest = absolute.unwrap_or(address);
    if has_host
        && rest.bytes().fold(true, |so_far, byte| so_far & IS_RIGHT[usize::from(byte)])
        && !begins_with_scheme(rest)
    {
        return None;
    }
    let rest = match scheme(address) {
        Some(scheme) if is_web_scheme(scheme) => match address[scheme.len()..].strip_prefix("://") {
            Some(rest) if !rest.starts_with(['/', '?', '#']) && !rest.is_empty() && !begins_with_scheme(rest) => rest,
            _ => return Some(Mistake::Scheme),
        },
        Some(_) => return None,
        None if begins_with_scheme(address) => return Some(Mistake::Scheme),
        None => address,
    };
    if has_second(rest) {
        return Some(Mistake::Second);
    }
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    for (at, c) in rest.char_indices() {
        let is_digit = |at: usize| rest.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
        match c {
            '%' if !(is_digit(at + 1) && is_digit(at + 2)) => return Some(Mistake::Percent),
            // Brackets belong to a host that is an IPv6 address.
            '[' | ']' if at < host => {}
            '"' | '<' | '>' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' => return Some(Mistake::Character(c)),
            c if c.is_control() || c.is_whitespace() => return Some(Mistake::Character(c)),
            _ => {}
        }
    }
    None
}

/// Returns the first address of the web in a text that begins with markup or a quotation mark, such as `<a href="...">`.
pub(crate) fn enclosed(text: &str) -> Option<&str> {
    const MARKS: [char; 4] = ['<', '>', '"', '\''];
    let parts = text.starts_with(['<', '"', '\'']).then(|| text.split(MARKS));
    parts?.map(str::trim).find(|part| is_web_address(part))
}

/// Reports an address that was found by [`enclosed`].
pub(crate) fn report_enclosed(offset: u32, report: &mut Report) {
    let message = "This address stands in markup or in quotation marks; write only the address.";
    report.warning(FindingCode::MalformedAddress, offset, message);
}

/// Returns `true` for a text such as `https//host`, `https:host` or `http://host`.
fn begins_with_scheme(text: &str) -> bool {
    let rest = text.get(..4).filter(|start| start.eq_ignore_ascii_case("http")).map(|start| &text[start.len()..]);
    rest.is_some_and(|rest| {
        let rest = rest.strip_prefix(['s', 'S']).unwrap_or(rest);
        rest.starts_with("//") || rest.starts_with(":/")
    })
}

/// Returns `true` if another address follows in the path: after white space or a comma, or right after a name. An address
/// after a slash or in a query belongs to the first one.
fn has_second(rest: &str) -> bool {
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let starts = path.match_indices("://").map(|(at, _)| &path[..at]);
    starts.into_iter().any(|before| {
        let scheme = ["https", "http"].iter().find(|scheme| before.ends_with(**scheme));
        let before = scheme.map(|scheme| &before[..before.len() - scheme.len()]);
        before.is_some_and(|before| !before.ends_with('/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_addresses_have_no_mistake() {
        for address in [
            "https://host.example/a/b.html?c=d&e=f#g",
            "https://host.example/caf%C3%A9/~me/a,b;c=(d)'e!*$@:",
            "https://host.example/caf\u{e9}",
            "https://[2001:db8::1]:8080/a",
            "https://archive.example/web/2020/https://host.example/",
            "https://host.example/?to=https://other.example/",
            "/a/b",
            "httpd.html",
            "mailto:a@host.example",
            "urn:x:y",
            "javascript:open('a b')",
            "place:sort=8|9",
            "",
        ] {
            assert_eq!(mistake(address), None, "{address}");
        }
    }

    #[test]
    fn an_address_is_found_in_markup_and_quotation_marks() {
        for (text, expected) in [
            ("<a href=\"https://host.example/a\">Words</a>", Some("https://host.example/a")),
            ("<A HREF='/a'>https://host.example/b</A>", Some("https://host.example/b")),
            ("\"https://host.example/a\",\"2020\"", Some("https://host.example/a")),
            ("<https://host.example/a>", Some("https://host.example/a")),
            ("'/a'", None),
            ("See \"https://host.example/a\"", None),
            ("", None),
        ] {
            assert_eq!(enclosed(text), expected, "{text}");
        }
    }

    #[test]
    fn mistakes_are_recognized() {
        use Mistake::{Character, Percent, Scheme, Second};
        for (address, expected) in [
            ("https://host.example/a b", Character(' ')),
            ("https://host.example/a\n b", Character('\n')),
            ("https://host.example/a\u{a0}b", Character('\u{a0}')),
            ("https://host.example/\"a\"", Character('"')),
            ("https://host.example/{a}", Character('{')),
            ("https://host.example/a[0]", Character('[')),
            ("https://host.example\\a", Character('\\')),
            ("a b.html", Character(' ')),
            ("https://host.example/100%", Percent),
            ("https://host.example/%zz", Percent),
            ("https://host.example/%a", Percent),
            ("https://https://host.example/a", Scheme),
            ("http://https//host.example/a", Scheme),
            ("https//host.example/a", Scheme),
            ("https:/host.example/a", Scheme),
            ("https:host.example", Scheme),
            ("https:///a", Scheme),
            ("https://", Scheme),
            ("HTTP://HTTP://host.example/", Scheme),
            ("https://host.example/a https://host.example/b", Second),
            ("https://host.example/a,https://host.example/b", Second),
            ("https://host.example/ahttps://host.example/b", Second),
        ] {
            assert_eq!(mistake(address), Some(expected), "{address}");
        }
    }
}
