//! Messages: everything on standard error that is not a progress bar.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

use fiord_report::text::{Page, Styled};

use super::screen::Screen;

/// Writes `fiord: …` to standard error, in lines that fit the terminal.
pub(crate) fn say(message: impl Display) {
    let mut page = Page::new();
    for (at, line) in without_numbers(&message.to_string()).lines().enumerate() {
        let first = if at == 0 {
            Styled::new().strong("fiord:").plain(" ")
        } else {
            Styled::from("  ")
        };
        page.item(first, "  ", line);
    }
    show(&page);
}

/// Without the numbers that the library puts behind what the system says: ` (os error 13)`.
fn without_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => out.push_str(rest),
            _ => {
                out.push_str(" (os error ");
                out.push_str(part);
            }
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_error_says_nothing_to_people() {
        let said = "/x: Permission denied (os error 13); this is not kept (os error x) (os error 2";
        let shown = "/x: Permission denied; this is not kept (os error x) (os error 2";
        assert_eq!(without_numbers(said), shown);
    }
}
