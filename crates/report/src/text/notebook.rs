//! Notebooks as text: each claim with its mark and reason, and the numbers that nothing measured.

use fiord_judge::State;
use fiord_messages::{Lang, notebook as messages};

use crate::documents::notebook::{MarkResult, NotebookResult, Notebooks};
use crate::text::findings::mark;
use crate::text::{Cell, Column, Page, Styled, Table};

impl MarkResult {
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Holds => "✓",
            Self::Undecided => "~",
            Self::Contradicted => "✗",
        }
    }

    const fn state(self) -> State {
        match self {
            Self::Holds => State::Fine,
            Self::Undecided => State::Care,
            Self::Contradicted => State::Wrong,
        }
    }

    /// As a word of a table of conclusions.
    fn word(self, lang: Lang) -> &'static str {
        match self {
            Self::Holds => messages::mark_holds(lang),
            Self::Undecided => messages::mark_undecided(lang),
            Self::Contradicted => messages::mark_contradicted(lang),
        }
    }
}

impl Notebooks {
    /// The claims, each with its reason.
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        for (at, one) in self.notebooks.iter().enumerate() {
            if at > 0 {
                page.blank();
            }
            if self.notebooks.len() > 1 {
                page.heading(one.title.as_deref().unwrap_or(&one.name));
            }
            one.page(&mut page, lang);
        }
        page
    }

    /// A table of every conclusion: the sentence, its claim, what came of it and why.
    pub fn conclusions(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        for one in &self.notebooks {
            page.heading(one.title.as_deref().unwrap_or(&one.name));
            for line in &one.measured_on {
                page.line(line.as_str());
            }
            page.blank();
            let mut table = Table::new([
                Column::left(messages::head_conclusion(lang), "conclusion"),
                Column::left(messages::head_claim(lang), "claim"),
                Column::left(messages::head_here(lang), "here"),
                Column::left(messages::head_reason(lang), "reason"),
            ]);
            for claim in &one.claims {
                table.row([
                    Cell::new(claim.sentence.as_str()),
                    Cell::new(claim.claim.as_str()),
                    Cell::new(format!("{} {}", claim.mark.symbol(), claim.mark.word(lang))),
                    Cell::new(claim.reason.as_str()),
                ]);
            }
            page.table(table);
            page.blank();
            page.line(one.counted(lang));
        }
        page
    }
}

impl NotebookResult {
    fn page(&self, page: &mut Page, lang: Lang) {
        for claim in &self.claims {
            let (_, style) = mark(claim.mark.state());
            let symbol = Styled::new().styled(style, claim.mark.symbol());
            page.item(symbol.plain(" "), "  ", claim.claim.as_str());
            page.item("  ", "  ", claim.reason.as_str());
        }
        for typed in &self.typed {
            let (line, number) = (&typed.line, &typed.number);
            page.item(
                "! ",
                "  ",
                messages::NotMeasuredNumber { line, number }.text(lang),
            );
        }
        if self.claims.is_empty() {
            page.line(messages::no_claims(lang));
            return;
        }
        page.blank();
        page.line(self.counted(lang));
    }

    fn counted(&self, lang: Lang) -> String {
        let counts = &self.counts;
        messages::Counts {
            holds: &counts.holds,
            undecided: &counts.undecided,
            contradicted: &counts.contradicted,
        }
        .text(lang)
    }
}
