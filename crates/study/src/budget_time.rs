//! The time that a study may take, as a command line gives it.

use std::time::Duration;

/// A number of seconds, or 90s, 5m, 2h.
///
/// # Errors
/// What was expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (digits, factor) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(digits) if text.ends_with('h') => (digits, 3600),
        Some(digits) if text.ends_with('m') => (digits, 60),
        Some(digits) => (digits, 1),
        None => (text, 1),
    };
    let seconds: u64 = digits
        .parse()
        .map_err(|_| format!("`{text}`: expected a time such as 90, 90s, 5m or 2h"))?;
    let total = seconds.saturating_mul(factor);
    if !(5..=86_400).contains(&total) {
        return Err(format!("{total} s is outside 5 s to 24 h"));
    }
    Ok(Duration::from_secs(total))
}
