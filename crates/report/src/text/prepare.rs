//! A prepared file as text: what was done to it, and a line for each check.

use fiord_judge::State;
use fiord_messages::{Fixed, Lang, prepare as messages};
use fiord_record::number::{About, Bytes};

use crate::documents::prepare::{CheckResult, Prepare};
use crate::text::findings::mark;
use crate::text::{Page, Styled};

impl Prepare {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        let path = self.file.path().unwrap_or_default();
        let status: Fixed = match self.status.as_str() {
            "prepared" => messages::prepared,
            "resumed" => messages::resumed,
            "already prepared" => messages::already_prepared,
            _ => messages::checked,
        };
        let mut sentences = vec![status(lang).to_owned()];
        if let Some(rate) = self.bytes_per_s {
            let written = messages::Written {
                bytes: &Bytes(self.written_bytes),
                time: &About(self.seconds),
                rate: &Bytes(rate as u64),
            };
            sentences.push(written.text(lang));
        }
        let path = Styled::new().strong(path.display().to_string());
        page.line(path.plain(lang.colon()).plain(lang.sentences(&sentences)));
        for check in &self.checks {
            let (state, word) = match check.verdict {
                CheckResult::Ok => (State::Fine, messages::result_ok(lang)),
                CheckResult::Note => (State::Note, messages::result_note(lang)),
                CheckResult::Failed => (State::Wrong, messages::result_failed(lang)),
            };
            let (symbol, style) = mark(state);
            let first = Styled::from("  ")
                .styled(style, format!("{symbol} {word}"))
                .plain(" ")
                .strong(&check.name);
            page.item(first, "      ", format!("{}{}", lang.colon(), check.saw));
        }
        page
    }
}
