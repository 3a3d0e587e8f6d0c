//! Recognizes error pages: they say that no page exists at their address.

use super::{PageFacts, tidy};
use crate::text::case_folding::folded;

/// Phrases in the titles of error pages, in lower case.
const PHRASES: [&str; 16] = [
    "page not found",
    "file not found",
    "page cannot be found",
    "page can't be found",
    "page doesn't exist",
    "page does not exist",
    "seite nicht gefunden",
    "seite existiert nicht",
    "pagina niet gevonden",
    "page introuvable",
    "page non trouv\u{e9}e",
    "p\u{e1}gina no encontrada",
    "\u{627}\u{644}\u{635}\u{641}\u{62d}\u{629} \u{63a}\u{64a}\u{631} \u{645}\u{648}\u{62c}\u{648}\u{62f}\u{629}",
    "access denied",
    "internal server error",
    "service unavailable",
];

/// The maximum number of characters in the title of an error page.
const MAX_TITLE: usize = 80;

impl PageFacts {
    /// Returns `true` if the page says that there is no page at its address: its title or heading says so.
    pub(crate) fn is_error(&self) -> bool {
        [&self.title, &self.heading].into_iter().flatten().any(|title| is_error(&tidy(title)))
    }
}

fn is_error(title: &str) -> bool {
    let title: String = folded(title).collect();
    let mut words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_status = |word: &str| matches!(word, "403" | "404" | "410" | "500" | "502" | "503");
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let has_status = match first {
        _ if is_status(first) => {
            second.is_empty()
                || ["not", "error", "page", "forbidden", "gone", "seite", "pagina", "erreur"].contains(&second)
        }
        "error" | "http" | "fehler" | "fout" | "erreur" => is_status(second),
        _ => false,
    };
    let is_bare = title == "not found" || title == "forbidden";
    let has_phrase = title.chars().count() <= MAX_TITLE
        && PHRASES.iter().any(|phrase| title.contains(&folded(phrase).collect::<String>()));
    has_status || is_bare || has_phrase
}

#[cfg(test)]
mod tests {
    use super::is_error;

    #[test]
    fn titles_of_missing_pages_are_recognized() {
        for title in [
            "404",
            "404 Not Found",
            "404 - Page not found | Garden",
            "Error 404",
            "Page not found \u{b7} GitHub Pages",
            "Seite nicht gefunden",
            "P\u{e1}gina no encontrada - Jard\u{ed}n",
            "Not Found",
            "503 Service Unavailable",
        ] {
            assert!(is_error(title), "{title}");
        }
        for title in ["404 recipes", "Garden", "", "Area code 404", "The 404 line", "Lost and found", "Room 500"] {
            assert!(!is_error(title), "{title}");
        }
    }
}
