//! Messages: everything on standard error that is not a progress bar.

use std::fmt::Display;
use std::io::{self, Write};

use fiord_messages::{Lang, system_error};
use fiord_report::text::{Page, Styled};

use super::progress::above_progress;
use super::screen::Screen;

/// Writes `fiord: …` to standard error, in lines that fit the terminal.
pub(crate) fn say(message: impl Display) {
    let mut page = Page::new();
    for (at, line) in without_numbers(&message.to_string(), Lang::current())
        .lines()
        .enumerate()
    {
        let first = if at == 0 {
            Styled::new().strong("fiord:").plain(" ")
        } else {
            Styled::from("  ")
        };
        page.item(first, "  ", line);
    }
    show(&page);
}

/// What the system says in a language, without the number that the library puts after it: ` (os error 13)`.
fn without_numbers(message: &str, lang: Lang) -> String {
    const NUMBER: &str = " (os error ";
    let mut parts = message.split(NUMBER);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let numbered = part.split_once(')');
        match numbered.and_then(|(number, rest)| Some((number.parse::<i32>().ok()?, rest))) {
            Some((number, rest)) => {
                let said = io::Error::from_raw_os_error(number).to_string();
                let said = said.split(NUMBER).next().unwrap_or_default();
                if let Some(before) = out.strip_suffix(said) {
                    out = before.to_owned() + system_error(said, lang);
                }
                out.push_str(rest);
            }
            None => {
                out.push_str(NUMBER);
                out.push_str(part);
            }
        }
    }
    out
}

/// Writes a page to standard error, above the progress that is shown.
pub(crate) fn show(page: &Page) {
    let text = Screen::stderr().render(page);
    // Nobody is left to be told that standard error is gone.
    let _ = above_progress(|| io::stderr().lock().write_all(text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_error_says_nothing_to_people() {
        let said = "/x: Permission denied (os error 13); this is not kept (os error x) (os error 2";
        let shown = "/x: Permission denied; this is not kept (os error x) (os error 2";
        assert_eq!(without_numbers(said, Lang::En), shown);
        let denied = "/x：Permission denied (os error 13)；完";
        assert_eq!(without_numbers(denied, Lang::ZhCn), "/x：权限不够；完");
    }
}
