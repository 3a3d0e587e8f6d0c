//! Base64, in which Atom 0.3 may write texts (RFC 2045, section 6.8).

/// Returns the text that base64 stands for. White space does not count. Returns `None` if the text is not base64.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.trim_ascii_end().trim_end_matches('=').bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn base64_is_decoded() {
        for (text, expected) in [
            ("", Some("")),
            ("QQ==", Some("A")),
            ("QUI=", Some("AB")),
            (" QU\n JD ", Some("ABC")),
            ("w6k", Some("\u{e9}")),
            ("/w==", Some("\u{fffd}")),
            ("No, text", None),
        ] {
            assert_eq!(decode(text).as_deref(), expected, "{text}");
        }
    }
}
