//! Messages: everything on standard error that is not a progress bar.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

use fiord_formats::page::{Page, Styled};

use super::screen::Screen;

/// Writes `fiord: …` to standard error, in lines that fit the terminal.
pub(crate) fn say(message: impl Display) {
    let mut page = Page::new();
    for (at, line) in message.to_string().lines().enumerate() {
        let first = if at == 0 {
            Styled::new().strong("fiord:").plain(" ")
        } else {
            Styled::from("  ")
        };
        page.item(first, "  ", line);
    }
    show(&page);
}

/// Writes a page to standard error. A line of progress that stands there is drawn again below.
pub(crate) fn show(page: &Page) {
    let mut text = Screen::stderr().render(page);
    if std::io::stderr().is_terminal() {
        text.insert_str(0, "\r\x1b[K");
    }
    // Nobody is left to be told that standard error is gone.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
