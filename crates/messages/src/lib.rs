//! Every sentence that fiord says, in each language.
//!
//! A message without arguments is a function; a message with arguments is a struct, whose fields are named as in the message file
//! and whose `text` renders it. Both take the language. The sentences are in `en/` and in a directory for each translation; the
//! build script compiles them, so that a missing or misspelt argument, in any language, does not compile.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

/// The output of the build script, which is not written for readers.
#[allow(clippy::all, clippy::pedantic)]
mod generated {
    use super::Fixed;

    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}
pub use generated::*;

mod sentence;
mod system;
pub use sentence::Sentence;
pub use system::system_error;

/// A message without arguments.
pub type Fixed = fn(Lang) -> &'static str;

/// A count with its thousands apart: `1,048,576`. As `fiord_record::number::Count`, which this crate cannot use: it depends on none of
/// ours.
struct Thousands(u64);

impl fmt::Display for Thousands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// The language of messages on standard error, as its place in [`Lang::ALL`].
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl Lang {
    /// A text with its numbers as in this language. Numbers come formatted as in English (`Share` and `About` of
    /// `fiord_record::number`), in messages and in cells of tables: this translates their words, and removes the space before a percent sign.
    pub fn localised(self, text: String) -> String {
        let bytes = match self {
            Self::En => return text,
            Self::ZhCn => " 字节",
            Self::ZhTw => " 位元組",
        };
        let words = [(" days", " 天"), (" bytes", bytes), (" %", "%")];
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(letter) = rest.chars().next() {
            let after_digit = out.ends_with(|last: char| last.is_ascii_digit());
            let word = words
                .iter()
                .find(|(english, _)| after_digit && rest.starts_with(english));
            let (taken, put) = match word {
                Some((english, word)) => (english.len(), *word),
                None => (letter.len_utf8(), &rest[..letter.len_utf8()]),
            };
            out.push_str(put);
            rest = &rest[taken..];
        }
        out
    }

    /// The language of error messages: the user's, as the program set it when it started; else English.
    pub fn current() -> Self {
        let at = usize::from(CURRENT.load(Ordering::Relaxed));
        Self::ALL.get(at).copied().unwrap_or_default()
    }

    /// Makes this the language of error messages. For the program's start only: libraries never call it.
    pub fn make_current(self) {
        let at = Self::ALL.iter().position(|lang| *lang == self);
        CURRENT.store(
            at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0),
            Ordering::Relaxed,
        );
    }

    /// The language of a tag, in upper or lower case.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|lang| lang.tag().eq_ignore_ascii_case(tag))
    }

    /// Items of a list in one text: `a, b, c`.
    pub fn list(self, items: &[String]) -> String {
        items.join(match self {
            Self::En => ", ",
            Self::ZhCn | Self::ZhTw => "、",
        })
    }

    /// Items that have commas in them: `a, b; c, d`.
    pub fn clauses(self, items: &[String]) -> String {
        items.join(match self {
            Self::En => "; ",
            Self::ZhCn | Self::ZhTw => "；",
        })
    }

    /// Sentences one after the other.
    pub fn sentences(self, sentences: &[String]) -> String {
        sentences.join(self.gap())
    }

    /// The text between two sentences.
    pub const fn gap(self) -> &'static str {
        match self {
            Self::En => " ",
            Self::ZhCn | Self::ZhTw => "",
        }
    }

    /// Between a name and the text about it.
    pub const fn colon(self) -> &'static str {
        match self {
            Self::En => ": ",
            Self::ZhCn | Self::ZhTw => "：",
        }
    }

    /// Between two facts about the same thing: `10:03, 1.00 s`.
    pub const fn comma(self) -> &'static str {
        match self {
            Self::En => ", ",
            Self::ZhCn | Self::ZhTw => "，",
        }
    }

    /// A remark after a name, in brackets.
    pub fn aside(self, remark: &str) -> String {
        match self {
            Self::En => format!(" ({remark})"),
            Self::ZhCn | Self::ZhTw => format!("（{remark}）"),
        }
    }

    /// The language of a tag or of a locale: `zh-CN`, `zh_CN.UTF-8`, `zh-Hans`. `None`: not one of ours, or not in UTF-8.
    pub fn from_locale(locale: &str) -> Option<Self> {
        let mut parts = locale.split('@').next().unwrap_or_default().split('.');
        let plain = parts.next().unwrap_or_default();
        if parts.any(|charset| !["utf-8", "utf8"].contains(&charset.to_ascii_lowercase().as_str())) {
            return None;
        }
        let lower = plain.replace('_', "-").to_ascii_lowercase();
        let mut subtags = lower.split('-');
        match subtags.next()? {
            "en" | "c" | "posix" => Some(Self::En),
            "zh" if subtags.any(|tag| ["tw", "hk", "mo", "hant"].contains(&tag)) => Some(Self::ZhTw),
            "zh" => Some(Self::ZhCn),
            _ => None,
        }
    }
}
