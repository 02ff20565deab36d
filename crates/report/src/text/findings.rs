//! Findings on a page: one line each with what to do, or with reason and source as well.

use fiord_job::plan::RunPlan;
use fiord_judge::topics;
use fiord_judge::{Finding, Severity, State, TrapId, When};
use fiord_messages::{Fixed, Lang, findings as messages};

use crate::documents::finding::JobFinding;
use crate::text::{Page, Style, Styled};

/// How much of a finding is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What was seen and what to do.
    Line,
    /// Why it matters and where that is known from as well.
    Reasons,
}

/// Jobs named in full, and findings alike shown one by one; of more than these the rest is counted.
const NAMED: usize = 8;
/// Findings on the first screen.
pub const FIRST: usize = 3;

/// The symbol of a state and how it is drawn: the same everywhere.
pub const fn mark(state: State) -> (&'static str, Style) {
    match state {
        State::Wrong => ("✗", Style::Bad),
        State::Care => ("!", Style::Care),
        State::Note => ("-", Style::Strong),
        State::Unknown => ("?", Style::Dim),
        State::Fine => ("✓", Style::Good),
    }
}

/// The state that a finding of this severity is.
pub const fn state(severity: Severity) -> State {
    match severity {
        Severity::Wrong => State::Wrong,
        Severity::Care => State::Care,
        Severity::Note => State::Note,
    }
}

/// A state in words.
pub const fn state_name(state: State) -> Fixed {
    match state {
        State::Wrong => messages::state_wrong,
        State::Care => messages::state_care,
        State::Note => messages::state_note,
        State::Unknown => messages::state_unknown,
        State::Fine => messages::state_fine,
    }
}

/// A finding as pages show it, or several that differ in their job and numbers only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingItem {
    pub state: State,
    /// The rule that found it: a trap, or one about all ranks of a run over many hosts.
    pub rule: String,
    /// Where the rule is known from; empty: from arithmetic.
    pub sources: String,
    /// Where it comes from: `from the job options`, `2 of 6 runs`.
    pub context: String,
    /// What was seen, with the jobs that it is about where there are several to choose from.
    pub saw: Vec<String>,
    pub why: String,
    pub advice: String,
}

impl FindingItem {
    /// A finding of a run or of a plan.
    pub fn of(finding: &Finding, plan: &RunPlan, lang: Lang) -> Self {
        Self::new(&JobFinding::of(finding, plan, lang), plan.jobs.len(), lang)
    }

    /// A finding of a document with this number of jobs.
    pub(crate) fn new(found: &JobFinding, jobs: usize, lang: Lang) -> Self {
        let finding = &found.finding;
        let context = match finding.when {
            When::Plan => messages::from_plan(lang),
            When::Machine | When::Run => "",
        };
        let saw = if jobs < 2 {
            finding.saw.clone()
        } else {
            of_jobs(&found.jobs, &finding.saw, lang)
        };
        let trap = TrapId::find(&finding.rule);
        Self {
            state: state(finding.severity),
            rule: finding.rule.clone(),
            sources: trap.map_or("", |trap| trap.about().sources).to_owned(),
            context: context.to_owned(),
            saw: vec![saw],
            why: finding.why.clone(),
            advice: finding.advice.clone(),
        }
    }

    /// Adds to its context in how many runs it was found.
    pub(crate) fn in_runs(&mut self, count: usize, runs: usize, lang: Lang) {
        let (count, runs) = (&count, runs as u64);
        self.add_context(messages::InRuns { count, runs }.text(lang), lang);
    }

    /// Adds words to the context.
    pub(crate) fn add_context(&mut self, words: String, lang: Lang) {
        self.context = match self.context.as_str() {
            "" => words,
            context => lang.list(&[context.to_owned(), words]),
        };
    }

    /// Puts it on a page.
    pub fn put(&self, page: &mut Page, detail: Detail, lang: Lang) {
        let (symbol, style) = mark(self.state);
        let first = Styled::new()
            .styled(style, format!("{symbol} {}", state_name(self.state)(lang)))
            .plain(" ")
            .strong(&self.rule);
        let first = match self.context.as_str() {
            "" => first,
            context => first.dim(lang.aside(context)),
        };
        let (saw, more) = self.seen(lang);
        match saw.as_slice() {
            [only] if detail == Detail::Line => {
                page.item(
                    first,
                    "    ",
                    self.with_advice(Styled::new().plain(lang.colon()).plain(only)),
                );
            }
            [only] => page.item(first, "    ", format!("{}{only}", lang.colon())),
            several => {
                page.item(first, "    ", lang.colon().trim_end());
                several.iter().for_each(|saw| page.item("    ", "      ", saw));
            }
        }
        if !more.is_empty() {
            page.item("    ", "      ", more);
        }
        match detail {
            Detail::Line if saw.len() == 1 => {}
            Detail::Line => page.item("    ", "      ", self.with_advice(Styled::new())),
            Detail::Reasons => self.put_reasons(page, lang),
        }
    }

    /// What was seen, as much of it as is named, and how much more there is.
    fn seen(&self, lang: Lang) -> (Vec<&str>, String) {
        let named = self.saw.iter().take(NAMED).map(String::as_str).collect();
        let more = match self.saw.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => {
                let observations = more as u64;
                messages::MoreObservations { observations }.text(lang)
            }
        };
        (named, more)
    }

    fn with_advice(&self, text: Styled) -> Styled {
        if self.advice.is_empty() {
            return text;
        }
        let gap = if text.is_empty() { "" } else { " " };
        text.plain(gap).dim("→ ").plain(&self.advice)
    }

    fn put_reasons(&self, page: &mut Page, lang: Lang) {
        for (label, words) in [
            (messages::why(lang), self.why.as_str()),
            (messages::advice(lang), self.advice.as_str()),
            (messages::source(lang), self.sources.as_str()),
        ] {
            if !words.is_empty() {
                page.item(Styled::from("    ").dim(label).plain(lang.gap()), "      ", words);
            }
        }
    }
}

/// `[a, b] …`: what was seen, with the jobs that it is about.
pub fn of_jobs(names: &[String], text: &str, lang: Lang) -> String {
    let named = names.get(..NAMED).unwrap_or(names);
    let (jobs, text) = (&lang.list(named), &text);
    match names.len().saturating_sub(NAMED) {
        _ if names.is_empty() => (*text).to_owned(),
        0 => messages::OfJobs { jobs, text }.text(lang),
        more => messages::OfJobsAndMore {
            jobs,
            more: &more,
            text,
        }
        .text(lang),
    }
}

/// Findings that differ in the job and its numbers only, put together at the place of the first.
pub fn bundled(findings: &[Finding], plan: &RunPlan, lang: Lang) -> Vec<FindingItem> {
    let mut all: Vec<(bool, FindingItem)> = Vec::new();
    for finding in findings {
        let of_jobs = !finding.subject.jobs.is_empty();
        let shown = FindingItem::of(finding, plan, lang);
        let fits = |(known_of_jobs, known): &&mut (bool, FindingItem)| {
            let alike = known.rule == shown.rule
                && (known.state, &known.context) == (shown.state, &shown.context)
                && (&known.why, &known.advice) == (&shown.why, &shown.advice);
            *known_of_jobs && of_jobs && alike
        };
        match all.iter_mut().find(fits) {
            Some((_, known)) => known.saw.extend(shown.saw),
            None => all.push((of_jobs, shown)),
        }
    }
    all.into_iter().map(|(_, shown)| shown).collect()
}

/// The findings of several runs of one plan, the worst of each rule and context, with the number of runs that have it with this severity; of one run all of them.
pub fn of_runs(runs: &[&[Finding]], plan: &RunPlan, lang: Lang) -> Vec<FindingItem> {
    if let [only] = runs {
        return bundled(only, plan, lang);
    }
    let mut all: Vec<(FindingItem, usize)> = Vec::new();
    for findings in runs {
        let of_run = bundled(findings, plan, lang);
        for (at, item) in of_run.iter().enumerate() {
            let is_alike = |known: &FindingItem| (&known.rule, &known.context) == (&item.rule, &item.context);
            let is_as_bad = |known: &FindingItem| is_alike(known) && known.state >= item.state;
            let is_again = of_run[..at].iter().any(is_as_bad);
            match all.iter_mut().find(|(known, _)| is_alike(known)) {
                Some(worst) if item.state > worst.0.state => *worst = (item.clone(), 1),
                Some((known, count)) if item.state == known.state => *count += usize::from(!is_again),
                Some(_) => {}
                None => all.push((item.clone(), 1)),
            }
        }
    }
    all.sort_by_key(|(item, _)| std::cmp::Reverse(item.state));
    let with_runs = |(mut item, count): (FindingItem, usize)| {
        item.in_runs(count, runs.len(), lang);
        item
    };
    all.into_iter().map(with_runs).collect()
}

/// Puts findings on a page, the worst first as they come: the first few in a line each, or all with their reasons. What is left out is
/// counted, with the way to see it.
pub fn put(page: &mut Page, findings: &[FindingItem], detail: Detail, lang: Lang) {
    let shown = match detail {
        Detail::Line => findings.get(..FIRST).unwrap_or(findings),
        Detail::Reasons => findings,
    };
    shown.iter().for_each(|finding| finding.put(page, detail, lang));
    let more = findings.len() - shown.len();
    if more > 0 {
        let findings = more as u64;
        page.line(Styled::new().dim(messages::MoreFindings { findings }.text(lang)));
    } else if detail == Detail::Line && !findings.is_empty() {
        page.line(Styled::new().dim(messages::more_reasons(lang)));
    }
    if let Some(background) = background(shown.iter().map(|finding| finding.rule.as_str()), lang) {
        page.line(Styled::new().dim(background));
    }
}

/// The command that shows the topics of rules, once for all findings of a report; `None`: no topic fits.
pub fn background<'r>(rules: impl IntoIterator<Item = &'r str>, lang: Lang) -> Option<String> {
    let names: Vec<&str> = topics::of_rules(rules).iter().map(|topic| topic.name).collect();
    let topics = &names.join(" ");
    (!names.is_empty()).then(|| messages::Background { topics }.text(lang))
}

/// `3 findings: 1 wrong, 1 care, 1 note.`; none without any.
pub fn counted(findings: &[Finding], lang: Lang) -> Option<String> {
    let of_severity = |severity: Severity| {
        let its = findings.iter().filter(|finding| finding.severity == severity);
        let (count, severity) = (&its.count(), &state_name(state(severity))(lang));
        (*count > 0).then(|| messages::Count { count, severity }.text(lang))
    };
    let severities = [Severity::Wrong, Severity::Care, Severity::Note];
    let counts: Vec<String> = severities.into_iter().filter_map(of_severity).collect();
    let (findings, counts) = (findings.len() as u64, &lang.list(&counts));
    (findings > 0).then(|| messages::Counted { findings, counts }.text(lang))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_job::plan::JobPlan;
    use fiord_judge::traps::short_run;
    use fiord_judge::{Observed, Subject};

    use super::*;

    fn short(job: usize, ios: u64) -> Finding {
        Finding::new(
            When::Run,
            Severity::Care,
            Subject::job(job),
            Observed::ShortRun(short_run::Observed::Ran {
                runtime_s: 2.0,
                ios,
                wears_out: false,
            }),
        )
    }

    fn plan(names: &[&str]) -> RunPlan {
        RunPlan {
            jobs: names.iter().map(|name| JobPlan::new(name)).collect(),
            global_options: None,
        }
    }

    /// A note in one of three runs does not count as care.
    #[test]
    fn runs_are_counted_by_the_severity_that_is_shown() {
        let note = Finding {
            severity: Severity::Note,
            ..short(0, 40)
        };
        let (note, care) = ([note], [short(0, 40)]);
        for runs in [[&note, &care, &care], [&care, &note, &care]] {
            let runs = runs.map(|findings| findings.as_slice());
            let items = of_runs(&runs, &plan(&["a"]), Lang::En);
            let mut page = Page::new();
            put(&mut page, &items, Detail::Line, Lang::En);
            let text = page.text(None, false);
            assert!(items.len() == 1 && text.contains("(2 of 3 runs)"), "{text}");
        }
    }

    fn page(findings: &[Finding], plan: &RunPlan, detail: Detail, lang: Lang) -> String {
        let mut page = Page::new();
        put(&mut page, &bundled(findings, plan, lang), detail, lang);
        page.text(None, false)
    }

    #[test]
    fn a_finding_is_one_line_with_what_to_do() {
        let text = page(&[short(0, 40)], &plan(&["a"]), Detail::Line, Lang::En);
        let line = text.lines().next().unwrap();
        assert!(
            line.starts_with("! care short-run: The run took 2 s (40 I/Os). → "),
            "{text}"
        );
        let rest: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            rest,
            [
                "-v shows reasons and sources.",
                "Background: `fiord explain noise`."
            ]
        );
    }

    #[test]
    fn the_reason_stands_once_under_all_its_jobs() {
        let text = page(
            &[short(0, 40), short(1, 50)],
            &plan(&["a", "b"]),
            Detail::Reasons,
            Lang::En,
        );
        let together =
            "! care short-run:\n    [a] The run took 2 s (40 I/Os).\n    [b] The run took 2 s (50 I/Os).\n";
        assert!(text.contains(together), "{text}");
        let count = |words| text.matches(words).count();
        assert_eq!(
            (count("  why: "), count("  do: "), count("  source: ")),
            (1, 1, 1),
            "{text}"
        );
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let several: Vec<Finding> = (0..5).map(|job| short(job, 40)).collect();
        let findings: Vec<FindingItem> = several
            .iter()
            .map(|finding| FindingItem::of(finding, &plan(&["a"]), Lang::En))
            .collect();
        let mut page = Page::new();
        put(&mut page, &findings, Detail::Line, Lang::En);
        let text = page.text(None, false);
        assert_eq!(text.matches("short-run").count(), FIRST, "{text}");
        assert!(text.contains("2 more findings. -v shows all"), "{text}");
        assert_eq!(
            counted(&several, Lang::En).as_deref(),
            Some("5 findings: 5 care.")
        );
    }
}
