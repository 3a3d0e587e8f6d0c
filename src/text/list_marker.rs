//! Items of lists in plain text (CommonMark 0.31, section 5.2).

/// Returns the length of the marker of an item (`-` or `1.`) and of the white space after it. Returns 0 if the line is not an
/// item.
pub(crate) fn list_marker(line: &[u8]) -> usize {
    let digits = line.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
    let marker = match line.get(digits) {
        Some(b'-' | b'*' | b'+') if digits == 0 => 1,
        Some(b'.' | b')') if digits > 0 => digits + 1,
        _ => return 0,
    };
    let spaces = line[marker..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if spaces > 0 { marker + spaces } else { 0 }
}
