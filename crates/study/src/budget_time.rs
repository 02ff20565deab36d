//! The time that a study may take, as a command line gives it.

use std::time::Duration;

use fiord_messages::{Lang, study as messages};

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
        .map_err(|_| messages::TimeUnreadable { text: &text }.text(Lang::current()))?;
    let total = seconds.saturating_mul(factor);
    if !(5..=86_400).contains(&total) {
        return Err(messages::TimeOutside { seconds: &total }.text(Lang::current()));
    }
    Ok(Duration::from_secs(total))
}
