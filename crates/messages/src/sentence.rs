//! A text that is made before the language of its reader is known.

use crate::Lang;

/// One text in each language. For findings about a user's input, which are shown to the user in one language and stored, printed
/// in fio mode or written to JSON in English.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sentence([Box<str>; Lang::ALL.len()]);

impl Sentence {
    /// Asks for the text in each language.
    pub fn new<T: Into<String>>(text: impl Fn(Lang) -> T) -> Self {
        Self(Lang::ALL.map(|lang| text(lang).into().into_boxed_str()))
    }

    /// The same text in each language: code, or a text of another program.
    pub fn verbatim(text: impl Into<String>) -> Self {
        let text = text.into().into_boxed_str();
        Self(Lang::ALL.map(|_| text.clone()))
    }

    /// The text in this language.
    pub fn text(&self, lang: Lang) -> &str {
        let texts = Lang::ALL.iter().zip(&self.0);
        let mut found = texts.filter(|(of, _)| **of == lang).map(|(_, text)| &**text);
        found.next().unwrap_or_default()
    }

    /// Each text changed in the same way.
    #[must_use]
    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        Self::new(|lang| change(self.text(lang)))
    }
}

/// A message, or a closure that makes one.
impl<T: Into<String>, F: Fn(Lang) -> T> From<F> for Sentence {
    fn from(text: F) -> Self {
        Self::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_text() {
        let sentence = Sentence::new(Lang::tag);
        assert_eq!(
            Lang::ALL.map(|lang| sentence.text(lang)),
            ["en", "zh-CN", "zh-TW"]
        );
        assert_eq!(sentence.map(str::to_uppercase).text(Lang::ZhTw), "ZH-TW");
        assert_eq!(Sentence::verbatim("rw=read").text(Lang::ZhCn), "rw=read");
        assert_eq!(Sentence::from(Lang::tag), sentence);
    }
}
