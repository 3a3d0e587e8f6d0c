//! The attributes of a tag, by their places in it.

/// Places of a key and its value (without its quotes) in the tag's text.
pub(super) type Places = ((u32, u32), (u32, u32));

/// Finds attributes behind the element's name; `None` for what is no attribute: a key without a value, a value
/// without quotes.
pub(super) fn attributes(tag: &str, name_length: usize) -> impl Iterator<Item = Option<Places>> {
    let bytes = tag.as_bytes();
    let mut at = name_length;
    std::iter::from_fn(move || {
        at = skip_space(bytes, at);
        if at >= bytes.len() {
            return None;
        }
        let key = at;
        while at < bytes.len() && bytes[at] != b'=' && !is_space(bytes[at]) {
            at += 1;
        }
        let key = (key as u32, at as u32);
        at = skip_space(bytes, at);
        if bytes.get(at) != Some(&b'=') {
            return Some(None);
        }
        at = skip_space(bytes, at + 1);
        let quote = bytes.get(at).copied().filter(|b| matches!(b, b'"' | b'\''));
        let end = quote.and_then(|quote| memchr::memchr(quote, &bytes[at + 1..]));
        let Some(length) = end else {
            while at < bytes.len() && !is_space(bytes[at]) {
                at += 1;
            }
            return Some(None);
        };
        let value = (at as u32 + 1, (at + 1 + length) as u32);
        at = value.1 as usize + 1;
        Some((key.0 < key.1).then_some((key, value)))
    })
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_space(bytes[at]) {
        at += 1;
    }
    at
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tag: &str, name_length: usize) -> Vec<Option<(&str, &str)>> {
        let text = |(start, end): (u32, u32)| &tag[start as usize..end as usize];
        attributes(tag, name_length).map(|found| found.map(|(key, value)| (text(key), text(value)))).collect()
    }

    #[test]
    fn attributes_and_what_is_none() {
        assert_eq!(found("a", 1), []);
        assert_eq!(found("a \n", 1), []);
        assert_eq!(
            found("a b='1' c:d\t=\n\"2 > '\"e='' ", 1),
            [Some(("b", "1")), Some(("c:d", "2 > '")), Some(("e", ""))]
        );
        assert_eq!(found("a b c='1' d=2 e='3'", 1), [None, Some(("c", "1")), None, Some(("e", "3"))]);
        assert_eq!(found("a b=", 1), [None]);
        assert_eq!(found("a b='1", 1), [None]);
        assert_eq!(found("a ='1' b='2'", 1), [None, Some(("b", "2"))]);
    }
}
