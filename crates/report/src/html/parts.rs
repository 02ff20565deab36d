//! What several pages have: findings, grades, machines, numbers.

use fiord_compare::facts::FactDifference;
use fiord_host::Machine;
use fiord_host::stack::Layer;
use fiord_judge::Grade;
use fiord_messages::{Lang, findings as words, page_parts as messages, run};
use fiord_record::number::Bytes;
use maud::{Markup, html};

use crate::documents::finding::FindingJson;
use crate::html::charts::{Chart, PageUnit};
use crate::html::frame::{prose, table};
use crate::text::findings::{background, state, state_name};

/// The parts of a page that differ by document.
#[derive(Debug, Default)]
pub struct PageContent {
    pub(super) title: String,
    /// The answer in a sentence or two.
    pub(super) answer: Markup,
    /// The numbers that readers come for, before everything that has to be said of them.
    pub(super) figures: Markup,
    /// What was run.
    pub(super) plan: Markup,
    pub(super) findings: Markup,
    /// Heading of what stands there.
    pub(super) findings_heading: &'static str,
    pub(super) charts: Vec<Chart>,
    pub(super) numbers: Markup,
    pub(super) machine: Markup,
    /// What the kernel counted, and what was found in the runs.
    pub(super) evidence: Markup,
    pub(super) runs: Markup,
}

/// A number with its unit.
pub(super) fn shown(unit: PageUnit, value: Option<f64>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| unit.shown(value))
}

/// Observations of one finding that are shown; of more the rest is counted.
const OBSERVED: usize = 8;

/// Findings that differ only in what they are about and its numbers.
struct FindingsAlike<'f> {
    finding: &'f FindingJson,
    /// What was seen, each with all that it was seen of.
    seen: Vec<(&'f str, Vec<String>)>,
}

/// Findings that say the same once, at the place of the first.
fn alike<'f>(all: impl IntoIterator<Item = (String, &'f FindingJson)>) -> Vec<FindingsAlike<'f>> {
    let mut bundled: Vec<FindingsAlike<'f>> = Vec::new();
    for (about, finding) in all {
        let is_alike = |one: &&mut FindingsAlike<'_>| {
            let known = one.finding;
            (&known.rule, known.severity, &known.why, &known.advice)
                == (&finding.rule, finding.severity, &finding.why, &finding.advice)
        };
        let abouts = || Some(about.clone()).filter(|about| !about.is_empty());
        match bundled.iter_mut().find(is_alike) {
            Some(one) => match one.seen.iter_mut().find(|(saw, _)| *saw == finding.saw) {
                Some((_, known)) => known.extend(abouts().filter(|about| !known.contains(about))),
                None => one.seen.push((&finding.saw, abouts().into_iter().collect())),
            },
            None => bundled.push(FindingsAlike {
                finding,
                seen: vec![(&finding.saw, abouts().into_iter().collect())],
            }),
        }
    }
    bundled
}

/// Findings with reason and advice, the worst first as they come; each with what it is about, where that has a name. Those that say the
/// same are one.
pub(super) fn findings<'f>(all: impl IntoIterator<Item = (String, &'f FindingJson)>, lang: Lang) -> Markup {
    let why = |text: &String| messages::Why { text }.text(lang);
    let advice = |text: &String| messages::Advice { text }.text(lang);
    let all = alike(all);
    let background = background(all.iter().map(|one| one.finding.rule.as_str()), lang);
    let seen = |(saw, abouts): &(&str, Vec<String>)| match abouts.as_slice() {
        [] => (*saw).to_owned(),
        abouts => words::OfJobs {
            jobs: &lang.list(abouts),
            text: saw,
        }
        .text(lang),
    };
    html! {
        @if !all.is_empty() {
            ul {
                @for FindingsAlike { finding, seen: all } in &all {
                    li class={ "f " (finding.severity.name()) } {
                        b { (state_name(state(finding.severity))(lang)) " " (finding.rule) }
                        (lang.colon())
                        @if let [only] = all.as_slice() { (prose(&seen(only))) } @else {
                            @for one in all.iter().take(OBSERVED) { br; (prose(&seen(one))) }
                            @if all.len() > OBSERVED {
                                br; (words::MoreObservations { observations: (all.len() - OBSERVED) as u64 }.text(lang))
                            }
                        }
                        @if !finding.why.is_empty() { br; span.dim { (prose(&why(&finding.why))) } }
                        @if !finding.advice.is_empty() { br; span.dim { (prose(&advice(&finding.advice))) } }
                    }
                }
            }
            @if let Some(background) = background { p.dim { (prose(&background)) } }
        }
    }
}

/// One of the numbers that a reader came for.
pub(super) struct KeyFigure<'n> {
    pub(super) name: &'n str,
    pub(super) value: String,
}

/// Numbers in large letters, under a heading where there are several groups.
pub(super) fn key_figures(heading: &str, figures: &[KeyFigure<'_>]) -> Markup {
    html! {
        @if !heading.is_empty() { h3 { (heading) } }
        dl.figures {
            @for figure in figures { div { dt { (figure.name) } dd { (figure.value) } } }
        }
    }
}

/// The grade with its reason.
pub(super) fn grade(grade: Grade, reason: &str, lang: Lang) -> Markup {
    let class = match grade {
        Grade::A | Grade::B => "good",
        Grade::C => "care",
        Grade::D => "bad",
    };
    let letter = run::Grade { grade: &grade.name() }.text(lang);
    html! { p { b class=(class) { (letter) } " " (reason) } }
}

/// Names and values of a machine, as far as they are known.
pub(super) fn machine_rows(machine: Option<&Machine>, lang: Lang) -> Vec<Vec<String>> {
    const MOST_LAYERS: usize = 16;
    let Some(machine) = machine else { return Vec::new() };
    let top = machine.stack.top.as_ref();
    let layers = std::iter::successors(top, |layer: &&Layer| layer.below.first()).take(MOST_LAYERS);
    let layers: Vec<&str> = layers.map(|layer| layer.name.as_str()).collect();
    let (system, cpu) = (&machine.system, &machine.cpu);
    let rows = [
        (messages::layers(lang), Some(layers.join(" → "))),
        (messages::kernel(lang), system.kernel.clone()),
        (messages::distribution(lang), system.distribution.clone()),
        (messages::hypervisor(lang), system.hypervisor.clone()),
        (messages::container(lang), system.container.clone()),
        (messages::cpu(lang), cpu.model.clone()),
        (messages::cpus(lang), cpu.online.map(|count| count.to_string())),
        (
            messages::memory(lang),
            machine.memory.total_bytes.map(|bytes| Bytes(bytes).to_string()),
        ),
    ];
    let known = rows.into_iter().filter_map(|(name, value)| Some((name, value?)));
    known
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| vec![name.to_owned(), value])
        .collect()
}

/// The same as a table.
pub(super) fn machine(machine: Option<&Machine>, lang: Lang) -> Markup {
    table(&["", ""], &[], &machine_rows(machine, lang))
}

/// In what results or hosts differ, by their names.
pub(super) fn differences<'d>(
    head: &'d str,
    names: impl IntoIterator<Item = &'d str>,
    all: &[FactDifference],
    label: impl Fn(&FactDifference) -> String,
    lang: Lang,
) -> Markup {
    let heads: Vec<&str> = std::iter::once(head).chain(names).collect();
    let row = |one: &FactDifference| {
        let values = one.values.iter();
        let unknown = || messages::unknown(lang).to_owned();
        let values = values.map(|value| value.clone().unwrap_or_else(unknown));
        std::iter::once(label(one)).chain(values).collect()
    };
    table(&heads, &[], &all.iter().map(row).collect::<Vec<_>>())
}
