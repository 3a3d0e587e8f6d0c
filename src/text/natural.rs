//! The order of titles as in a file manager: numbers are compared by value.

use super::case_folding;

/// Appends bytes that sort titles. The title is case-folded, and each number is preceded by its length.
pub(crate) fn sort_key(title: &str, key: &mut Vec<u8>) {
    let mut folded = String::new();
    if !title.is_ascii() {
        case_folding::fold_into(title, &mut folded);
    }
    let mut rest = if title.is_ascii() { title.as_bytes() } else { folded.as_bytes() };
    while let Some(&first) = rest.first() {
        let length = rest.iter().take_while(|b| b.is_ascii_digit() == first.is_ascii_digit()).count();
        let (run, after) = rest.split_at(length);
        rest = after;
        if first.is_ascii_digit() {
            let zeros = run.iter().take_while(|b| **b == b'0').count();
            let digits = &run[zeros..];
            key.push(b'0');
            key.extend((digits.len() as u16).to_be_bytes());
            key.extend(digits);
        } else {
            key.extend(run.iter().map(u8::to_ascii_lowercase));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_sort_as_in_a_file_manager() {
        let sorted =
            ["", "2", "02b", "10", "apple", "Äpple 1", "Page", "page 2", "Page 10", "Page 10.2", "Page 10.10", "pages"];
        let keys: Vec<Vec<u8>> = sorted
            .iter()
            .map(|title| {
                let mut key = Vec::new();
                sort_key(title, &mut key);
                key
            })
            .collect();
        assert!(keys.is_sorted(), "{keys:?}");
        let long = ["9".repeat(300), "1".to_owned() + &"0".repeat(300)].map(|title| {
            let mut key = Vec::new();
            sort_key(&title, &mut key);
            key
        });
        assert!(long.is_sorted());
    }
}
