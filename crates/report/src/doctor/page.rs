//! Doctor's page: the verdict, the worst first, the stack; the rest where it is asked for.

use fiord_host::stack::Layer;
use fiord_judge::State;
use fiord_record::number::plural;

use super::examined::{Doctor, Item, Readiness};
use super::tree;
use crate::findings::{self, Detail, Shown};
use crate::page::{Page, Style, Styled};

pub(super) fn page(doctor: &Doctor, detail: Detail) -> Page {
    let mut page = Page::new();
    put_verdict(&mut page, doctor);
    let worst = shown(doctor, &[State::Wrong, State::Care, State::Note]);
    if !worst.is_empty() {
        page.blank();
    }
    findings::put(&mut page, &worst, detail);
    put_stack(&mut page, doctor, detail);
    if detail == Detail::Reasons {
        for (state, title) in [(State::Unknown, "Unknown"), (State::Fine, "Fine")] {
            put_plain(&mut page, &shown(doctor, &[state]), title);
        }
    }
    put_ending(&mut page, doctor);
    page
}

fn put_verdict(page: &mut Page, doctor: &Doctor) {
    let verdict = doctor.verdict();
    let style = match verdict {
        Readiness::Ready => Style::Good,
        Readiness::Care | Readiness::Unknown => Style::Care,
        Readiness::NotReady => Style::Bad,
    };
    let name = verdict.name().to_uppercase();
    let path = Styled::new().strong(doctor.path()).plain(": ");
    page.line(path.styled(style, name).plain(" for measuring"));
    if verdict == Readiness::Unknown {
        page.line("The kernel's files cannot be read: mount /proc and /sys, then run doctor again.");
    }
    let counts = [
        State::Wrong,
        State::Care,
        State::Note,
        State::Unknown,
        State::Fine,
    ]
    .map(|state| (doctor.count(state), state.name()));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, name)| format!("{count} {name}")).collect();
    page.line(counts.join(", "));
}

/// Items of these states, the worst first. Several things seen by one check share its name and reason.
fn shown(doctor: &Doctor, states: &[State]) -> Vec<Shown> {
    let of_states = doctor.items.iter().filter(|item| states.contains(&item.state()));
    let mut items: Vec<&Item> = of_states.collect();
    items.sort_by_key(|item| std::cmp::Reverse(item.state()));
    let are_alike = |a: &&Item, b: &&Item| a.trap == b.trap && a.state() == b.state() && a.why() == b.why();
    items.chunk_by(are_alike).filter_map(together).collect()
}

fn together(group: &[&Item]) -> Option<Shown> {
    let first = group.first()?;
    let mut advice: Vec<String> = group.iter().map(|item| item.advice()).collect();
    advice.dedup();
    let is_finding = first.state() > State::Unknown;
    Some(Shown {
        state: first.state(),
        rule: first.trap.name(),
        sources: first.source(),
        context: String::new(),
        saw: group.iter().map(|item| item.saw()).collect(),
        why: first.why(),
        advice: if is_finding {
            advice.join("; ")
        } else {
            String::new()
        },
    })
}

fn put_stack(page: &mut Page, doctor: &Doctor, detail: Detail) {
    page.blank();
    page.heading("Stack");
    let machine = doctor.before.machine.as_ref();
    let Some(top) = machine.and_then(|machine| machine.stack.top.as_ref()) else {
        page.line("unknown");
        return;
    };
    put_layers(page, top, detail);
}

fn put_layers(page: &mut Page, top: &Layer, detail: Detail) {
    for line in tree::lines(top) {
        if !line.is_meaning {
            page.drawn(line.stem, line.rest, line.text);
        } else if detail == Detail::Reasons {
            page.drawn(line.stem, line.rest, Styled::new().dim(line.text));
        }
    }
}

/// What needs nobody's attention: what was seen, a line for each check.
fn put_plain(page: &mut Page, shown: &[Shown], title: &str) {
    if shown.is_empty() {
        return;
    }
    page.blank();
    page.heading(title);
    for one in shown {
        let (symbol, style) = findings::mark(one.state);
        let first = Styled::new().styled(style, symbol).plain(" ").strong(one.rule);
        page.item(first, "    ", format!(": {}.", one.saw.join("; ")));
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
