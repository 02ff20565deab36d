//! Doctor's page: the verdict, the worst first, the stack; the rest where it is asked for.

use fiord_host::stack::Layer;
use fiord_judge::State;
use fiord_messages::Lang;
use fiord_record::number::plural;

use crate::documents::doctor::{Doctor, MachineCheck, Readiness};
use crate::text::findings::{self, Detail, Shown};
use crate::text::{Cell, Column, Page, Style, Styled, Table, doctor_tree};

impl Doctor {
    /// The document for people: the worst findings, or all with their reasons and what is fine.
    pub fn page(&self, detail: Detail, lang: Lang) -> Page {
        let mut page = Page::new();
        put_verdict(&mut page, self);
        let worst = shown(self, &[State::Wrong, State::Care, State::Note], lang);
        if !worst.is_empty() {
            page.blank();
        }
        findings::put(&mut page, &worst, detail, lang);
        put_stack(&mut page, self, detail, lang);
        if detail == Detail::Reasons {
            for (state, title) in [(State::Unknown, "Unknown"), (State::Fine, "Fine")] {
                put_plain(&mut page, &shown(self, &[state], lang), title, lang);
            }
        }
        put_ending(&mut page, self);
        page
    }

    /// What lies below the path, a line for each layer from the top; empty: not known.
    pub fn layers(&self, lang: Lang) -> Vec<String> {
        let machine = self.machine.as_ref();
        let Some(top) = machine.and_then(|machine| machine.stack.top.as_ref()) else {
            return Vec::new();
        };
        let lines = doctor_tree::lines(top, lang).into_iter();
        lines
            .filter(|line| !line.is_meaning)
            .map(|line| line.text)
            .collect()
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

fn put_verdict(page: &mut Page, doctor: &Doctor) {
    let style = match doctor.verdict {
        Readiness::Ready => Style::Good,
        Readiness::Care | Readiness::Unknown => Style::Care,
        Readiness::NotReady => Style::Bad,
    };
    let name = doctor.verdict.name().to_uppercase();
    let machine = doctor.machine.as_ref();
    let path = machine.map_or_else(
        || "unknown".to_owned(),
        |machine| machine.stack.path.display().to_string(),
    );
    let path = Styled::new().strong(path).plain(": ");
    page.line(path.styled(style, name).plain(" for measuring"));
    if doctor.verdict == Readiness::Unknown {
        page.line("The kernel's files cannot be read: mount /proc and /sys, then run doctor again.");
    }
    let counts = &doctor.counts;
    let counts = [
        (counts.wrong, State::Wrong),
        (counts.care, State::Care),
        (counts.note, State::Note),
        (counts.unknown, State::Unknown),
        (counts.fine, State::Fine),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, state)| format!("{count} {}", state.name()))
        .collect();
    page.line(counts.join(", "));
}

/// Checks that came to these states, the worst first. Several things seen by one check share its name and reason.
fn shown(doctor: &Doctor, states: &[State], lang: Lang) -> Vec<Shown> {
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

fn together(group: &[&MachineCheck], lang: Lang) -> Option<Shown> {
    let first = group.first()?;
    let mut advice: Vec<String> = group.iter().map(|check| check.advice.clone()).collect();
    advice.dedup();
    let is_finding = first.severity > State::Unknown;
    Some(Shown {
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
    page.heading("Stack");
    let machine = doctor.machine.as_ref();
    let Some(top) = machine.and_then(|machine| machine.stack.top.as_ref()) else {
        page.line("unknown");
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

/// What needs nobody's attention: what was seen, a line for each check.
fn put_plain(page: &mut Page, shown: &[Shown], title: &str, lang: Lang) {
    if shown.is_empty() {
        return;
    }
    page.blank();
    page.heading(title);
    for one in shown {
        let (symbol, style) = findings::mark(one.state);
        let first = Styled::new().styled(style, symbol).plain(" ").strong(&one.rule);
        page.item(first, "    ", format!(": {}", lang.sentences(&one.saw)));
    }
}

fn put_ending(page: &mut Page, doctor: &Doctor) {
    let changes = doctor.changes().len() as u64;
    if changes > 0 {
        page.blank();
        let it = if changes == 1 { "it" } else { "them" };
        page.line(format!(
            "{} can be put right: `fiord doctor --fix --dry-run` shows {it}, `--fix` makes {it}, `--restore` undoes {it}.",
            plural(changes, "setting")
        ));
    }
}
