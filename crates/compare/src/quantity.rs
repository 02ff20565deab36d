//! Sizes as verbs and sheets of ours read them: fio's units.

use fiord_job::units::{self, Unit};
use fiord_messages::{Lang, spec_sheet as messages};

/// Reads a size as fio does: `24G` is 24 × 2³⁰ bytes.
///
/// # Errors
/// What fio would read otherwise than it looks (`1.5G`, `1GiB`), percent, and what is not a size.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let (text, lang) = (&text, Lang::current());
    match units::quantity(text, 1024) {
        Ok(quantity) if quantity.surprise.is_some() => Err(messages::SizeMisleading { text }.text(lang)),
        Ok(quantity) if quantity.unit != Unit::One => Err(messages::SizeNotBytes { text }.text(lang)),
        Ok(quantity) => u64::try_from(quantity.value).map_err(|_| messages::SizeNegative { text }.text(lang)),
        Err(_) => Err(messages::SizeUnreadable { text }.text(lang)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn sizes_are_fios_and_nothing_misleads() {
        assert_eq!(parse_bytes("24G"), Ok(24 << 30));
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("16m"), Ok(16 << 20));
        for wrong in ["1.5G", "1GiB", "50%", "-1", "G", "", "12parsecs"] {
            let said = parse_bytes(wrong).unwrap_err();
            assert!(said.contains(&format!("`{wrong}`")), "{said}");
        }
    }
}
