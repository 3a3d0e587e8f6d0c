//! The titles that an entry gives the picture or video of its page.

use super::entry::{At, Entry};
use super::protocol::Tag;
use crate::site_map::Caption;
use crate::text::html_text::decoded;
use crate::xml::Context;

/// Endings of the names of pictures, videos and sounds.
const ENDINGS: [&str; 18] = [
    "jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "bmp", "tif", "tiff", "heic", "mp4", "m4v", "mov", "webm",
    "avi", "mp3", "m4a",
];

/// The number of digits that the name of a file from a camera has at least.
const MIN_DIGITS: usize = 4;

/// Returns the title of an entry's only video, or of its only picture. One of several does not stand for the page, and the
/// name of a file is not a title.
pub(super) fn caption<'a>(entry: &'a Entry, cx: &Context<'_>) -> Option<Caption<'a>> {
    let only = |element: &str| {
        let is_wanted = |at: &At| entry.tag(*at) == Tag::Foreign && cx.names.local(entry.name(*at)) == element;
        let mut titles = entry.children(0).filter(is_wanted).filter_map(|at| entry.first_text(at, "title", cx));
        let (title, offset) = titles.next().filter(|_| titles.next().is_none())?;
        Some(Caption { text: decoded(title), offset, is_of_video: element == "video" })
    };
    only("video").or_else(|| only("image")).filter(|caption| !is_file_name(&caption.text))
}

/// Returns `true` for the name of a file: `IMG_2034`, `photo-158109`, `logo.png`.
fn is_file_name(title: &str) -> bool {
    let title = title.trim();
    let ending = title.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_one_word = !title.contains(char::is_whitespace);
    let digits = title.chars().filter(char::is_ascii_digit).count();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
        || (is_one_word && (title.contains('_') || digits >= MIN_DIGITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_recognized() {
        for name in
            ["IMG_2034", "DSC_0012.mp4", "photo-1581091226825", "P1010010", "My logo.PNG", "hero_image", "20240503"]
        {
            assert!(is_file_name(name), "{name}");
        }
        for title in ["A turtle at a parade", "COVID-19", "logo", "Version 2.0", "Review of 2024 and 2025"] {
            assert!(!is_file_name(title), "{title}");
        }
    }
}
