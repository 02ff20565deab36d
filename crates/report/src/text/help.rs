//! Help texts: options and what they do, in lines that fit the terminal.

use textwrap::core::display_width;

use crate::text::Page;

/// A text in which each line is a sentence, or an option and what it does after two blanks or more. Long lines go on below
/// their beginning; without a width they stay whole.
pub fn wrapped(text: &str, width: Option<usize>) -> String {
    let mut page = Page::new();
    for line in text.lines() {
        match split(line) {
            _ if line.is_empty() => page.blank(),
            Some((option, words)) => {
                let column = display_width(option);
                if width.is_some_and(|width| column > width / 2) {
                    page.item("  ", "      ", option.trim());
                    page.item("      ", "      ", words);
                } else {
                    page.item(option, " ".repeat(column), words);
                }
            }
            None => {
                let text = line.trim_start();
                let begin = &line[..line.len() - text.len()];
                page.item(begin, if begin.is_empty() { "  " } else { begin }, text);
            }
        }
    }
    page.text(width, false)
}

/// An option with the blanks around it, and the text after it.
fn split(line: &str) -> Option<(&str, &str)> {
    let begin = line.len() - line.trim_start().len();
    if begin == 0 {
        return None;
    }
    let gap = begin + line[begin..].find("  ")?;
    let words = line[gap..].trim_start();
    Some((&line[..line.len() - words.len()], words))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_an_option_does_goes_on_below_itself() {
        let text = "Sentence.\n\n  -v, --verbose    all findings, with reasons and sources\n";
        assert_eq!(wrapped(text, None), text);
        assert_eq!(
            wrapped(text, Some(40)),
            "Sentence.\n\n  -v, --verbose    all findings, with\n                   reasons and sources\n"
        );
        assert_eq!(
            wrapped("      --all\n          Show all of it, on lines", Some(30)),
            "      --all\n          Show all of it, on\n          lines\n"
        );
        let narrow = wrapped(text, Some(24));
        assert!(narrow.lines().all(|line| line.chars().count() <= 24), "{narrow}");
    }
}
