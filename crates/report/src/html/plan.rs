//! The workload of a page as a table: fio's options by their names, and what they work on.

use fiord_compare::workload::WorkloadKey;
use fiord_job::expand::Keywords;
use fiord_job::invocation;
use fiord_job::plan::{Amount, Ddir, JobPlan, PlanPart, RunPlan};
use fiord_job::surroundings::Surroundings;
use fiord_messages::{Lang, Sentence, page_parts as messages};
use fiord_record::number::JobBytes;
use maud::{Markup, html};

use crate::html::frame::table;

/// Values of one option that are named; of more the rest is counted.
const NAMED: usize = 8;
/// Jobs that have a column of their own; more have a row each.
const COLUMNS: usize = 3;
const ROWS: usize = 40;

/// What one or several jobs do, option by option; several values where the jobs differ.
#[derive(Debug, Clone, Default, PartialEq)]
struct PlannedOptions {
    name: String,
    values: Vec<(&'static str, Vec<String>)>,
}

/// The jobs of a run. `seen` are the files and devices that it found, for jobs that name none.
pub(super) fn of_run(plan: &RunPlan, seen: &[String], lang: Lang) -> Markup {
    let of_job = |at: usize| {
        let mut one = PlannedOptions {
            name: plan.jobs.get(at).map(|job| job.name.clone()).unwrap_or_default(),
            ..PlannedOptions::default()
        };
        one.add(plan, at, seen, lang);
        one
    };
    shown(&(0..plan.jobs.len()).map(of_job).collect::<Vec<_>>(), lang)
}

/// All cells of a study, or points of a survey, by their arguments: a column for each job, with all values that an option has.
pub(super) fn of_commands<'c>(commands: impl IntoIterator<Item = &'c [String]>, lang: Lang) -> Markup {
    let mut all: Vec<PlannedOptions> = Vec::new();
    for words in commands {
        let plan = read(words);
        for (at, job) in plan.jobs.iter().enumerate() {
            let known = all.iter().position(|one| one.name == job.name);
            let place = known.unwrap_or_else(|| {
                all.push(PlannedOptions {
                    name: job.name.clone(),
                    ..PlannedOptions::default()
                });
                all.len() - 1
            });
            if let Some(one) = all.get_mut(place) {
                one.add(&plan, at, &[], lang);
            }
        }
    }
    shown(&all, lang)
}

/// The plan of arguments that fiord printed; nothing is opened or looked up for it.
fn read(words: &[String]) -> RunPlan {
    let world = Surroundings {
        read: &|_| Err(Sentence::verbatim("")),
        file: |_, _| Err(Sentence::verbatim("")),
        env: &|_| None,
        cpus: 1,
        machine: Keywords {
            ncpus: 1,
            page_size: 4096,
            memory_mb: 1024,
        },
    };
    let words = match words.split_first() {
        Some((program, rest)) if program == "fio" => rest,
        _ => words,
    };
    invocation::parse(words, &world).plan
}

impl PlannedOptions {
    fn add(&mut self, plan: &RunPlan, at: usize, seen: &[String], lang: Lang) {
        let Some(job) = plan.jobs.get(at) else { return };
        let moved = Ddir::ALL.into_iter().filter(|ddir| job.access.mode.issues(*ddir));
        // The other jobs have columns of their own.
        let alone = RunPlan {
            jobs: vec![job.clone()],
            global_options: None,
        };
        let keys: Vec<WorkloadKey> = moved
            .filter_map(|ddir| WorkloadKey::of(&alone, 0, ddir))
            .collect();
        let target = messages::plan_target(lang);
        let of_keys =
            |part: &dyn Fn(&WorkloadKey) -> Option<String>| keys.iter().filter_map(part).collect::<Vec<_>>();
        self.put("rw", of_keys(&|key| key.rw.clone()));
        self.put("bs", of_keys(&|key| key.bs.clone()));
        let depth = job.tells(PlanPart::Depth).then(|| job.depth.iodepth.to_string());
        self.put("iodepth", depth.into_iter().collect());
        self.put("numjobs", of_keys(&|key| Some(key.numjobs?.to_string())));
        self.put("size", size(job));
        self.put(target, targets(job, seen));
        let engine = job
            .tells(PlanPart::Engine)
            .then(|| job.engine.kind.name().to_owned());
        self.put("ioengine", engine.into_iter().collect());
        self.put("direct", of_keys(&|key| Some(u8::from(key.direct?).to_string())));
        self.put(
            "sync",
            of_keys(&|key| key.sync.clone().filter(|sync| sync != "none")),
        );
        let runtime = Some(job.control.runtime_us).filter(|us| *us > 0);
        let runtime = runtime.map(|us| format!("{}s", us as f64 / 1e6));
        self.put("runtime", runtime.into_iter().collect());
        let more = keys.iter().flat_map(|key| key.more.clone());
        self.put("", more.collect());
    }

    fn put(&mut self, option: &'static str, values: Vec<String>) {
        let place = self.values.iter().position(|(known, _)| *known == option);
        let place = place.unwrap_or_else(|| {
            self.values.push((option, Vec::new()));
            self.values.len() - 1
        });
        let Some((_, known)) = self.values.get_mut(place) else {
            return;
        };
        for value in values {
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }

    fn shown(&self, option: &str, lang: Lang) -> String {
        let values = self.values.iter().find(|(known, _)| *known == option);
        let values = values.map_or(&[][..], |(_, values)| values.as_slice());
        let named = lang.list(values.get(..NAMED).unwrap_or(values));
        match values.len().saturating_sub(NAMED) {
            0 => named,
            more => messages::PlanMoreValues {
                values: &named,
                more: &more,
            }
            .text(lang),
        }
    }
}

/// How much of a file or device a worker works on, or how much it moves where that is limited.
fn size(job: &JobPlan) -> Vec<String> {
    let shown = |amount: Amount| match amount {
        Amount::Bytes(bytes) => JobBytes(bytes).to_string(),
        Amount::Percent(percent) => format!("{percent}%"),
        Amount::Zones(zones) => format!("{zones}z"),
    };
    let is_known = job.tells(PlanPart::Target);
    let region = job.access.size.filter(|_| is_known).map(shown);
    let moved = job.access.io_size.filter(|_| is_known);
    let moved = moved.map(|amount| format!("io_size={}", shown(amount)));
    let ios = Some(job.access.number_ios).filter(|ios| *ios > 0);
    let ios = ios.map(|ios| format!("number_ios={ios}"));
    region.into_iter().chain(moved).chain(ios).collect()
}

fn targets(job: &JobPlan, seen: &[String]) -> Vec<String> {
    let (names, directories) = (&job.files.filenames, &job.files.directories);
    if job.engine.kind.is_diskless() || !job.tells(PlanPart::Target) {
        Vec::new()
    } else if !names.is_empty() {
        names.clone()
    } else if !directories.is_empty() {
        directories.clone()
    } else {
        seen.to_vec()
    }
}

/// Options as rows and jobs as columns, or a row for each of many jobs. Options that no job has are left out.
fn shown(all: &[PlannedOptions], lang: Lang) -> Markup {
    // Of jobs that are alike, as an import may have hundreds, one is enough.
    let mut jobs: Vec<&PlannedOptions> = Vec::new();
    for job in all {
        if !jobs.contains(&job) {
            jobs.push(job);
        }
    }
    let Some(first) = jobs.first() else {
        return Markup::default();
    };
    let options = first.values.iter().map(|(option, _)| *option);
    let options: Vec<&str> = options
        .filter(|option| jobs.iter().any(|job| !job.shown(option, lang).is_empty()))
        .collect();
    if options.is_empty() {
        return Markup::default();
    }
    if jobs.len() > COLUMNS {
        let heads: Vec<&str> = std::iter::once("").chain(options.iter().copied()).collect();
        let row = |job: &&PlannedOptions| {
            let values = options.iter().map(|option| job.shown(option, lang));
            std::iter::once(job.name.clone()).chain(values).collect()
        };
        return table(&heads, &[], &jobs.iter().take(ROWS).map(row).collect::<Vec<_>>());
    }
    let names = jobs
        .iter()
        .filter(|_| jobs.len() > 1)
        .map(|job| job.name.as_str());
    let mut heads: Vec<&str> = std::iter::once("").chain(names).collect();
    heads.resize(jobs.len() + 1, "");
    let row = |option: &&str| {
        let values = jobs.iter().map(|job| job.shown(option, lang));
        std::iter::once((*option).to_owned()).chain(values).collect()
    };
    let body = table(&heads, &[], &options.iter().map(row).collect::<Vec<_>>());
    // A single job flows with the screen.
    html! { @if jobs.len() == 1 { div.plan { (body) } } @else { (body) } }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn options_that_differ_between_cells_have_all_their_values() {
        let words = |bs: &str, depth: &str| -> Vec<String> {
            let all = [
                "--name=r",
                "--rw=randread",
                "--ioengine=libaio",
                "--direct=1",
                "--size=1g",
                "--filename=/mnt/f",
            ];
            let all = all.into_iter().map(str::to_owned);
            all.chain([format!("--bs={bs}"), format!("--iodepth={depth}")])
                .collect()
        };
        let cells = [words("4k", "1"), words("4k", "32"), words("1m", "1")];
        let html = of_commands(cells.iter().map(Vec::as_slice), Lang::En).0;
        for row in [
            "<th scope=\"row\">rw</th><td>randread</td>",
            "<th scope=\"row\">bs</th><td>4k, 1m</td>",
            "<th scope=\"row\">iodepth</th><td>1, 32</td>",
            "<th scope=\"row\">size</th><td>1g</td>",
            "<th scope=\"row\">target</th><td>/mnt/f</td>",
            "<th scope=\"row\">direct</th><td>1</td>",
        ] {
            assert!(html.contains(row), "{row} in {html}");
        }
        assert!(!html.contains(">sync<") && !html.contains(">runtime<"), "{html}");
    }

    #[test]
    fn what_a_source_does_not_tell_is_not_in_the_table() {
        let mut job = JobPlan::new("a");
        job.unknown.extend(PlanPart::ALL);
        let plan = RunPlan {
            jobs: vec![job],
            global_options: None,
        };
        assert!(of_run(&plan, &["/mnt/f".to_owned()], Lang::En).0.is_empty());
    }
}
