//! Decimal numbers. The standard library's float parser would add more code than all formats that use such numbers.

/// A number: the whole part, and the fraction in billionths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decimal {
    pub(crate) is_negative: bool,
    /// Saturates at the largest value.
    pub(crate) whole: u64,
    /// Rounded down.
    pub(crate) billionths: u32,
}

impl Decimal {
    /// Reads digits with an optional sign and an optional point. Either side of the point may be empty.
    pub(crate) fn new(text: &str) -> Option<Decimal> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
        if (whole.is_empty() && part.is_empty()) || !is_number(whole) || !is_number(part) {
            return None;
        }
        let value = |b: u8| u64::from(b - b'0');
        Some(Decimal {
            is_negative: text.starts_with('-'),
            whole: whole.bytes().fold(0, |sum, b| sum.saturating_mul(10).saturating_add(value(b))),
            billionths: part.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0, |sum, b| sum * 10 + value(b))
                as u32,
        })
    }

    /// Returns `true` if the absolute value is greater than `whole`.
    pub(crate) fn is_beyond(self, whole: u64) -> bool {
        (self.whole, self.billionths) > (whole, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_read() {
        let read = |text| Decimal::new(text).map(|n| (n.is_negative, n.whole, n.billionths));
        for (text, number) in [
            ("0", (false, 0, 0)),
            ("12", (false, 12, 0)),
            ("+1.5", (false, 1, 500_000_000)),
            ("-.25", (true, 0, 250_000_000)),
            ("007.", (false, 7, 0)),
            ("0.1234567899", (false, 0, 123_456_789)),
            ("99999999999999999999999", (false, u64::MAX, 0)),
        ] {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in ["", ".", "+", "-.", "1e3", "NaN", "inf", "1,5", "1 2", "--1", "+-1", "1.2.3", "1-", "\u{661}"] {
            assert_eq!(read(text), None, "{text}");
        }
        let beyond = |text: &str| Decimal::new(text).is_some_and(|n| n.is_beyond(1));
        assert!(beyond("1.000000001") && beyond("2") && !beyond("1.0") && !beyond("0.99"));
    }

    #[test]
    fn numbers_agree_with_the_standard_library() {
        for n in 0..20_000_u32 {
            let text = format!("{}.{:03}", n % 97, n % 1000);
            let (own, float) =
                (Decimal::new(&text).unwrap_or_else(|| panic!("{text}")), text.parse::<f64>().unwrap_or(-1.0));
            let sum = own.whole as f64 + f64::from(own.billionths) / 1e9;
            assert!((sum - float).abs() < 1e-9, "{text}");
        }
    }
}
