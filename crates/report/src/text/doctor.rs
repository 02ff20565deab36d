//! Doctor's page: the verdict, the worst first, the stack; the rest where it is asked for.

use fiord_host::stack::Layer;
use fiord_judge::State;
use fiord_messages::{Fixed, Lang, doctor as messages};
use fiord_record::number::Count;

use crate::documents::doctor::{CheckCounts, Doctor, MachineCheck, Readiness};
use crate::text::findings::{self, Detail, FindingItem};
use crate::text::{Cell, Column, Page, Style, Styled, Table, doctor_tree};

impl Doctor {
    /// The document for people: the worst findings, or all with their reasons and what is fine.
    pub fn page(&self, detail: Detail, lang: Lang) -> Page {
        let mut page = Page::new();
        put_verdict(&mut page, self, lang);
        let worst = shown(self, &[State::Wrong, State::Care, State::Note], lang);
        if !worst.is_empty() {
            page.blank();
        }
        findings::put(&mut page, &worst, detail, lang);
        put_stack(&mut page, self, detail, lang);
        if detail == Detail::Reasons {
            for (state, title) in [
                (State::Unknown, messages::heading_unknown as Fixed),
                (State::Fine, messages::heading_fine as Fixed),
            ] {
                put_plain(&mut page, &shown(self, &[state], lang), title(lang), lang);
            }
        }
        put_ending(&mut page, self, lang);
        page
    }

    /// The layers below the path from the top, in one line; `None`: not known.
    pub(super) fn layers(&self, lang: Lang) -> Option<String> {
        let top = self.machine.as_ref()?.stack.top.as_ref()?;
        let lines = doctor_tree::lines(top, lang).into_iter();
        let layers = lines.filter(|line| !line.is_meaning).map(|line| line.text);
        Some(layers.collect::<Vec<_>>().join(" → "))
    }

    /// All checks, for CSV.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            Column::left("rule", "rule"),
            Column::left("area", "area"),
            Column::left("severity", "severity"),
            Column::left("device", "device"),
            Column::left("saw", "saw"),
            Column::left("advice", "advice"),
            Column::left("source", "source"),
        ]);
        for check in &self.checks {
            table.row([
                Cell::from(check.rule.as_str()),
                Cell::from(check.area.as_deref().unwrap_or_default()),
                Cell::from(check.severity.name()),
                Cell::from(check.device.as_deref().unwrap_or_default()),
                Cell::from(check.saw.as_str()),
                Cell::from(check.advice.as_str()),
                Cell::from(check.source.as_str()),
            ]);
        }
        table
    }
}

fn put_verdict(page: &mut Page, doctor: &Doctor, lang: Lang) {
    let (style, verdict): (_, Fixed) = match doctor.verdict {
        Readiness::Ready => (Style::Good, messages::ready),
        Readiness::Care => (Style::Care, messages::usable),
        Readiness::Unknown => (Style::Care, messages::unknown),
        Readiness::NotReady => (Style::Bad, messages::not_ready),
    };
    let machine = doctor.machine.as_ref();
    let path = machine.map_or_else(
        || messages::path_unknown(lang).to_owned(),
        |machine| machine.stack.path.display().to_string(),
    );
    let path = Styled::new().strong(path).plain(lang.colon());
    page.line(path.styled(style, verdict(lang)));
    if doctor.verdict == Readiness::Unknown {
        page.line(messages::kernel_files_unreadable(lang));
    }
    let counts = &doctor.counts;
    let counts: Vec<String> = State::ALL
        .into_iter()
        .filter_map(|state| counted(counts, state, lang))
        .collect();
    page.line(lang.list(&counts));
}

/// How many checks came to a state; none: no check did.
fn counted(counts: &CheckCounts, state: State, lang: Lang) -> Option<String> {
    let count = match state {
        State::Wrong => counts.wrong,
        State::Care => counts.care,
        State::Note => counts.note,
        State::Unknown => counts.unknown,
        State::Fine => counts.fine,
    };
    let count = &Count(count as u64);
    (count.0 > 0).then(|| match state {
        State::Wrong => messages::CountWrong { count }.text(lang),
        State::Care => messages::CountCare { count }.text(lang),
        State::Note => messages::CountNote { count }.text(lang),
        State::Unknown => messages::CountUnknown { count }.text(lang),
        State::Fine => messages::CountFine { count }.text(lang),
    })
}

/// Checks that came to these states, the worst first. Several things seen by one check share its name and reason.
fn shown(doctor: &Doctor, states: &[State], lang: Lang) -> Vec<FindingItem> {
    let mut checks: Vec<&MachineCheck> = doctor
        .checks
        .iter()
        .filter(|check| states.contains(&check.severity))
        .collect();
    checks.sort_by_key(|check| std::cmp::Reverse(check.severity));
    let are_alike =
        |a: &&MachineCheck, b: &&MachineCheck| (&a.rule, a.severity, &a.why) == (&b.rule, b.severity, &b.why);
    checks
        .chunk_by(are_alike)
        .filter_map(|group| together(group, lang))
        .collect()
}

fn together(group: &[&MachineCheck], lang: Lang) -> Option<FindingItem> {
    let first = group.first()?;
    let mut advice: Vec<String> = group.iter().map(|check| check.advice.clone()).collect();
    advice.dedup();
    let is_finding = first.severity > State::Unknown;
    Some(FindingItem {
        state: first.severity,
        rule: first.rule.clone(),
        sources: first.source.clone(),
        context: String::new(),
        saw: group.iter().map(|check| check.saw.clone()).collect(),
        why: first.why.clone(),
        advice: if is_finding {
            lang.sentences(&advice)
        } else {
            String::new()
        },
    })
}

fn put_stack(page: &mut Page, doctor: &Doctor, detail: Detail, lang: Lang) {
    page.blank();
    page.heading(messages::heading_stack(lang));
    let machine = doctor.machine.as_ref();
    let Some(top) = machine.and_then(|machine| machine.stack.top.as_ref()) else {
        page.line(messages::stack_unknown(lang));
        return;
    };
    put_layers(page, top, detail, lang);
}

fn put_layers(page: &mut Page, top: &Layer, detail: Detail, lang: Lang) {
    for line in doctor_tree::lines(top, lang) {
        if !line.is_meaning {
            page.drawn(line.stem, line.rest, line.text);
        } else if detail == Detail::Reasons {
            page.drawn(line.stem, line.rest, Styled::new().dim(line.text));
        }
    }
}

/// Checks that need no attention: what was seen, a line for each.
fn put_plain(page: &mut Page, shown: &[FindingItem], title: &str, lang: Lang) {
    if shown.is_empty() {
        return;
    }
    page.blank();
    page.heading(title);
    for one in shown {
        let (symbol, style) = findings::mark(one.state);
        let first = Styled::new().styled(style, symbol).plain(" ").strong(&one.rule);
        page.item(first, "    ", lang.colon().to_owned() + &lang.sentences(&one.saw));
    }
}

fn put_ending(page: &mut Page, doctor: &Doctor, lang: Lang) {
    let settings = doctor.changes().len() as u64;
    if settings > 0 {
        page.blank();
        page.line(messages::Changes { settings }.text(lang));
    }
}
