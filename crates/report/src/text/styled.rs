//! Text for people: words with a style, free of control characters.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style as Ansi};
use fiord_messages::Lang;
use textwrap::core::display_width;

/// How words are drawn where there is colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// Names and headings.
    Strong,
    /// Labels and explanations.
    Dim,
    Good,
    Care,
    Bad,
}

impl Style {
    const fn ansi(self) -> Ansi {
        match self {
            Style::Plain => Ansi::new(),
            Style::Strong => Ansi::new().bold(),
            Style::Dim => Ansi::new().dimmed(),
            Style::Good => AnsiColor::Green.on_default(),
            Style::Care => AnsiColor::Yellow.on_default(),
            Style::Bad => AnsiColor::Red.on_default().bold(),
        }
    }
}

/// Words with their styles. The only control characters in it are those of the styles: whatever else comes in is escaped, so that no
/// file name or error text can steer a terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Styled(String);

impl Styled {
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn plain(self, words: impl AsRef<str>) -> Self {
        self.styled(Style::Plain, words)
    }

    #[must_use]
    pub fn strong(self, words: impl AsRef<str>) -> Self {
        self.styled(Style::Strong, words)
    }

    #[must_use]
    pub fn dim(self, words: impl AsRef<str>) -> Self {
        self.styled(Style::Dim, words)
    }

    #[must_use]
    pub fn styled(mut self, style: Style, words: impl AsRef<str>) -> Self {
        let ansi = style.ansi();
        let _ = write!(self.0, "{ansi}");
        escape(&mut self.0, words.as_ref());
        let _ = write!(self.0, "{ansi:#}");
        self
    }

    /// Adds a sentence after those before it.
    #[must_use]
    pub(super) fn sentence(self, sentence: String, lang: Lang) -> Self {
        self.plain(lang.sentences(&[String::new(), sentence]))
    }

    #[must_use]
    pub fn then(mut self, more: &Styled) -> Self {
        self.0.push_str(&more.0);
        self
    }

    /// Blanks, to fill a column.
    pub(super) fn pad(&mut self, columns: usize) {
        self.0.extend(std::iter::repeat_n(' ', columns));
    }

    /// With numbers as in a language.
    #[must_use]
    pub(super) fn localised(self, lang: Lang) -> Self {
        Self(lang.localised(self.0))
    }

    /// Columns of a terminal that it takes.
    pub fn width(&self) -> usize {
        display_width(&self.0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As much as fits into this number of columns; `…` for the rest.
    #[must_use]
    pub fn cut(&self, columns: usize) -> Styled {
        if self.width() <= columns {
            return self.clone();
        }
        let (mut cut, mut room) = (Styled::new(), columns.saturating_sub(1));
        for (style, words) in self.parts() {
            let mut kept = 0;
            for (at, letter) in words.char_indices() {
                let width = display_width(letter.encode_utf8(&mut [0; 4]));
                if width > room {
                    return cut
                        .styled(style, words.get(..kept).unwrap_or_default())
                        .plain("…");
                }
                room -= width;
                kept = at + letter.len_utf8();
            }
            cut = cut.styled(style, words);
        }
        cut
    }

    /// With the codes of its styles.
    pub fn painted(&self) -> &str {
        &self.0
    }

    /// Its words by style.
    pub(crate) fn parts(&self) -> Vec<(Style, String)> {
        let mut parts = Vec::new();
        let mut style = Style::Plain;
        // The codes of the styles are the only control characters.
        for (number, piece) in self.0.split("\x1b[").enumerate() {
            let (code, words) = match piece.split_once('m') {
                Some((code, words)) if number > 0 => (code, words),
                _ => ("", piece),
            };
            style = match code {
                "" => style,
                "1" => Style::Strong,
                "2" => Style::Dim,
                "32" => Style::Good,
                "33" => Style::Care,
                "31" => Style::Bad,
                _ => Style::Plain,
            };
            if !words.is_empty() {
                parts.push((style, words.to_owned()));
            }
        }
        parts
    }

    /// Without styles.
    pub fn bare(&self) -> String {
        anstream::adapter::strip_str(&self.0).to_string()
    }
}

impl<T: AsRef<str>> From<T> for Styled {
    fn from(words: T) -> Self {
        Styled::new().plain(words)
    }
}

/// Without styles.
impl fmt::Display for Styled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.bare())
    }
}

/// A document for a terminal: its lines stay, other control characters are escaped.
pub fn harmless(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    for line in document.split_inclusive('\n') {
        let inner = line.strip_suffix('\n').unwrap_or(line);
        escape(&mut out, inner);
        if inner.len() < line.len() {
            out.push('\n');
        }
    }
    out
}

/// Control characters as `\n`, `\x1b`, `\u{202e}`: also those that reorder text or take no place.
fn escape(out: &mut String, words: &str) {
    for letter in words.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            letter if u32::from(letter) < 0xa0 && letter.is_control() => {
                let _ = write!(out, "\\x{:02x}", u32::from(letter));
            }
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_steers_a_terminal() {
        let text = Styled::from("a\x1b[2Jb\nc\u{9b}31m\u{202e}d\x07 µs 日本");
        assert_eq!(text.painted(), "a\\x1b[2Jb\\nc\\x9b31m\\u{202e}d\\x07 µs 日本");
        assert_eq!(text.bare(), text.painted());
        assert_eq!(harmless("{\n  \"a\x1b\"\n}\n"), "{\n  \"a\\x1b\"\n}\n");
    }

    #[test]
    fn what_does_not_fit_is_cut_between_letters() {
        let text = Styled::new().styled(Style::Bad, "wrong").plain(" 日本語");
        assert_eq!(text.cut(12), text);
        assert_eq!(text.cut(9).bare(), "wrong 日…");
        assert_eq!(text.cut(3).bare(), "wr…");
        assert!(text.cut(3).painted().contains("\x1b[31m"));
    }

    #[test]
    fn styles_take_no_place() {
        let text = Styled::new().styled(Style::Bad, "✗ wrong").plain(" 日本");
        assert_eq!((text.width(), text.bare().as_str()), (12, "✗ wrong 日本"));
        assert!(text.painted().contains("\x1b["));
        let styles = [Style::Strong, Style::Dim, Style::Good, Style::Care, Style::Bad];
        for style in styles {
            let text = Styled::from("m[1m ").styled(style, "words, 2m").plain(" more");
            let parts = [
                (Style::Plain, "m[1m "),
                (style, "words, 2m"),
                (Style::Plain, " more"),
            ];
            assert_eq!(
                text.parts(),
                parts.map(|(style, words)| (style, words.to_owned()))
            );
        }
    }
}
