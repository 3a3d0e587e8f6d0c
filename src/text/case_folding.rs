//! Case folding for search: `elan` finds `Élan`.

const LATIN_1: &str = "AAAAAAÆCEEEEIIIIDNOOOOO×OUUUUYÞßaaaaaaæceeeeiiiidnooooo÷ouuuuyþy";
const LATIN_A: &str = "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiĲĳJjKkĸLlLlLlLlLlNnNnNnnŊŋOoOoOoŒœRrRrRrSsSsSsSs\
                       TtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
const LATIN_ADDITIONAL: &str =
    "AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy";

/// Returns the characters of a text in lower case, without the accents of Latin letters and combining marks.
pub(crate) fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).map(plain).flat_map(char::to_lowercase)
}

/// Appends the folded text.
pub(crate) fn fold_into(text: &str, out: &mut String) {
    let start = out.len();
    if text.is_ascii() {
        out.push_str(text);
        out[start..].make_ascii_lowercase();
    } else {
        out.extend(folded(text));
    }
}

fn plain(c: char) -> char {
    let (table, first) = match c {
        '\u{c0}'..='\u{ff}' => (LATIN_1, 0xc0),
        '\u{100}'..='\u{17f}' => (LATIN_A, 0x100),
        '\u{1ea0}'..='\u{1ef9}' => (LATIN_ADDITIONAL, 0x1ea0),
        _ => return c,
    };
    table.chars().nth(c as usize - first).unwrap_or(c)
}

/// Returns `true` if a text begins with a prefix that is already folded.
pub(crate) fn starts_with(text: &str, folded_prefix: &str) -> bool {
    let mut chars = folded(text);
    folded_prefix.chars().all(|expected| chars.next() == Some(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_matter() {
        for (text, expected) in [
            ("ÀÉÎÕÜÝ àéîõüÿ", "aeiouy aeiouy"),
            ("Škoda Łódź Ñandú ŽŻ", "skoda lodz nandu zz"),
            ("Đặng Tiếng Việt", "dang tieng viet"),
            ("e\u{301}", "e"),
            ("ÆØß Ĳ", "æoß ĳ"),
            ("Ωμέγα Привет", "ωμέγα привет"),
        ] {
            assert_eq!(folded(text).collect::<String>(), expected);
            let mut out = "-".to_owned();
            fold_into(text, &mut out);
            assert_eq!(out[1..], *expected);
        }
        assert!(starts_with("Élan vital", "elan"));
        assert!(!starts_with("El", "elan"));
    }
}
