//! What is wrong or misleading in the input, with its place. Rendering shows file, line, column, the text and a caret.

use std::fmt::Write;

use fiord_messages::{Lang, Sentence, job_text};
use textwrap::core::display_width;

use crate::source::{Origin, Sources};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For information; fio prints such things too.
    Note,
    /// Accepted, and probably not what was meant.
    Warning,
    /// The job cannot run.
    Error,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub level: Level,
    /// Where; `None` when it is about the whole.
    pub origin: Option<Origin>,
    /// What was seen, without full stop.
    pub message: Sentence,
    /// What is allowed or what to try.
    pub help: Option<Sentence>,
    /// fio's own words for the same failure where scripts look for them, for fio mode: whole lines, with the `fio: ` that some
    /// of them begin with.
    pub fio_message: Option<String>,
}

impl Diagnostic {
    /// A message without help.
    pub(crate) fn at(level: Level, origin: &Origin, message: impl Into<Sentence>) -> Self {
        Self {
            level,
            origin: Some(origin.clone()),
            message: message.into(),
            help: None,
            fio_message: None,
        }
    }

    /// The same with help.
    pub(crate) fn with_help(mut self, help: impl Into<Sentence>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with fio's words.
    pub(crate) fn with_fio(mut self, words: impl Into<String>) -> Self {
        self.fio_message = Some(words.into());
        self
    }

    /// The message as a person reads it: place, message, the text with carets under it, help. Ends with a newline.
    ///
    /// `program` is the name messages begin with.
    pub fn render(&self, sources: &Sources, program: &str, lang: Lang) -> String {
        let message = &self.message.text(lang);
        let message = match self.level {
            Level::Note => job_text::LevelNote { message }.text(lang),
            Level::Warning => job_text::LevelWarning { message }.text(lang),
            Level::Error => (*message).to_owned(),
        };
        let help = self.help.as_ref().map(|help| help.text(lang));
        let Some((origin, name, line)) = self.place(sources) else {
            let mut out = format!("{program}: {message}\n");
            if let Some(help) = help {
                let _ = writeln!(out, "  {help}");
            }
            return out;
        };
        let place = if origin.source == 0 {
            let number = &origin.line;
            job_text::PlaceArgument { number }.text(lang)
        } else {
            format!("{name}:{}:{}", origin.line, origin.column)
        };
        let mut out = format!("{program}: {place}{}{message}\n", lang.colon());
        let (shown, before, marked) = excerpt(line, origin);
        let number = if origin.source == 0 {
            String::new()
        } else {
            origin.line.to_string()
        };
        let help = help.unwrap_or_default();
        let _ = writeln!(out, "{number:>5} | {shown}");
        let _ = writeln!(
            out,
            "{}",
            format!("      | {before}{} {help}", "^".repeat(marked)).trim_end()
        );
        out
    }

    fn place<'a>(&'a self, sources: &'a Sources) -> Option<(&'a Origin, &'a str, &'a str)> {
        let origin = self.origin.as_ref()?;
        let text = sources.texts.get(origin.source as usize)?;
        let line = text.lines.get((origin.line as usize).checked_sub(1)?)?;
        Some((origin, &text.name, line))
    }
}

/// Characters of a line that are shown at most.
const WIDEST: usize = 120;

/// The part of the line around the origin, the blanks that put the first caret under it, and the number of carets. A character
/// that is two columns wide has two carets.
fn excerpt(line: &str, origin: &Origin) -> (String, String, usize) {
    let chars: Vec<char> = line
        .chars()
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect();
    let column = (origin.column as usize).saturating_sub(1).min(chars.len());
    let len = (origin.len as usize).clamp(1, (chars.len() - column).max(1));
    let first = if chars.len() > WIDEST {
        column.saturating_sub(WIDEST / 3)
    } else {
        0
    };
    let last = chars.len().min(first + WIDEST);
    let mut shown: String = chars[first..last].iter().collect();
    let width = |c: char| display_width(c.encode_utf8(&mut [0; 4]));
    let mut before = String::new();
    for c in &chars[first..column] {
        match c {
            '\t' => before.push('\t'),
            other => before.extend(std::iter::repeat_n(' ', width(*other))),
        }
    }
    if first > 0 {
        shown.insert(0, '…');
        before.insert(0, ' ');
    }
    if last < chars.len() {
        shown.push('…');
    }
    let marked = &chars[column..(column + len).min(last).max(column)];
    let carets = marked.iter().map(|c| width(*c)).sum::<usize>().max(1);
    (shown, before, carets)
}

#[cfg(test)]
mod tests {
    use fiord_messages::job_options;

    use super::*;
    use crate::source::SourceText;

    fn sources(line: &str) -> Sources {
        let text = |name: &str, line: &str| SourceText {
            name: name.to_owned(),
            lines: vec![line.to_owned()],
        };
        Sources {
            texts: vec![
                text("command line", "--iodpeth=32"),
                text("jobs/nightly.fio", line),
            ],
        }
    }

    fn mark(source: u32, column: u32, len: u32) -> Diagnostic {
        Diagnostic::at(
            Level::Error,
            &Origin {
                source,
                line: 1,
                column,
                len,
            },
            |lang| job_options::NotAnOption { name: &"iodpeth" }.text(lang),
        )
        .with_help(|lang| job_options::DidYouMean { near: &"iodepth" }.text(lang))
    }

    #[test]
    fn shows_file_line_and_caret() {
        assert_eq!(
            mark(1, 2, 7).render(&sources("\tiodpeth=32"), "fiord", Lang::En),
            "fiord: jobs/nightly.fio:1:2: `iodpeth` is not an option\n    1 | \tiodpeth=32\n      | \t^^^^^^^ did you mean `iodepth`?\n"
        );
    }

    #[test]
    fn shows_the_argument() {
        assert_eq!(
            mark(0, 3, 7).render(&sources(""), "fiord", Lang::En),
            "fiord: argument 1: `iodpeth` is not an option\n      | --iodpeth=32\n      |   ^^^^^^^ did you mean `iodepth`?\n"
        );
    }

    #[test]
    fn speaks_the_reader_s_language_and_marks_wide_characters() {
        let warning = Diagnostic {
            level: Level::Warning,
            ..mark(1, 7, 2)
        };
        assert_eq!(
            warning.render(&sources("名称 = 磁盘 x"), "fiord", Lang::ZhCn),
            "fiord: jobs/nightly.fio:1:7：警告：`iodpeth` 不是选项\n    1 | 名称 = 磁盘 x\n      |          ^^^ 是不是想写 `iodepth`？\n"
        );
        assert_eq!(
            mark(0, 3, 7).render(&sources(""), "fiord", Lang::ZhTw),
            "fiord: 第 1 個引數：`iodpeth` 不是選項\n      | --iodpeth=32\n      |   ^^^^^^^ 是不是想寫 `iodepth`？\n"
        );
    }

    #[test]
    fn survives_wrong_places() {
        for (source, column, len) in [(1, 900, 900), (1, 0, 0), (7, 1, 1), (0, u32::MAX, u32::MAX)] {
            let shown = mark(source, column, len).render(&sources("x"), "fiord", Lang::En);
            assert!(shown.contains("is not an option"));
        }
        let long = "x".repeat(10_000);
        let shown = mark(1, 5_000, 9_000).render(&sources(&long), "fiord", Lang::En);
        assert!(shown.len() < 500, "{}", shown.len());
    }
}
