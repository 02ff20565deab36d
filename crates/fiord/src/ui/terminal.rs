//! Text for people, in lines that fit the terminal.

use std::io;

use fiord_formats::wrap;

/// The widest that text for people gets, in columns: longer lines are hard to read.
const WIDEST: usize = 110;
/// Below this a wish for narrow lines is not met.
const NARROWEST: usize = 20;

/// Text for people, in lines that fit the terminal, or `COLUMNS` where that is set; in a pipe lines stay whole.
pub(crate) fn paged(text: &str) -> String {
    let wished = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.trim().parse().ok());
    let screen = || {
        let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
        (size.ws_col > 0).then_some(usize::from(size.ws_col))
    };
    match wished.or_else(screen) {
        // A command is copied as one line.
        Some(width) => wrap::paged(text, width.clamp(NARROWEST, WIDEST), &["fiord --", "fio --"]),
        None => text.to_owned(),
    }
}
