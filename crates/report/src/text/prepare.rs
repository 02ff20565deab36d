//! A prepared file as text: what was done to it, and a line for each check.

use fiord_judge::State;
use fiord_record::number::{About, Bytes};

use crate::documents::prepare::{CheckResult, Prepare};
use crate::text::findings::mark;
use crate::text::{Page, Styled};

impl Prepare {
    pub fn page(&self) -> Page {
        let mut page = Page::new();
        let path = self.file.path().unwrap_or_default();
        let mut words = format!(": {}", self.status);
        if let Some(rate) = self.bytes_per_s {
            let (bytes, rate) = (Bytes(self.written_bytes), Bytes(rate as u64));
            words += &format!(", {bytes} in {}, {rate}/s", About(self.seconds));
        }
        page.line(Styled::new().strong(path.display().to_string()).plain(words));
        for check in &self.checks {
            let (state, word) = match check.verdict {
                CheckResult::Ok => (State::Fine, "ok"),
                CheckResult::Note => (State::Note, "note"),
                CheckResult::Failed => (State::Wrong, "FAILED"),
            };
            let (symbol, style) = mark(state);
            let first = Styled::from("  ")
                .styled(style, format!("{symbol} {word}"))
                .plain(" ")
                .strong(&check.name);
            page.item(first, "      ", format!(": {}", check.saw));
        }
        page
    }
}
