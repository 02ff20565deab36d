//! From raw jobs to plans: values are read, checked and put into their fields. Every problem is reported.
//!
//! Called by the front end with what the argv and job-file readers found. Opens nothing and knows of the machine only
//! what [`ValueContext`] says. What one option does stands in its entry in [`crate::options`]; here is the order in which
//! options take effect, and what concerns several jobs.

use std::collections::HashSet;

use fiord_messages::{Sentence, job_options, job_text};

use crate::argv::is_profile_option;
use crate::diagnostic::{Diagnostic, Level};
use crate::options::{self, Draft, Problem, Support, Value, ValueKind};
pub use crate::options::{ReadFile, ValueContext};
use crate::plan::{JobPlan, OptionEcho, RunPlan};
use crate::raw::{RawJob, RawOption};
use crate::source::Origin;

/// Plans and what there is to say about them. The plan is only fit to run when no diagnostic is an error.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lowered {
    /// The plans of all jobs, as far as they could be read.
    pub plan: RunPlan,
    /// All problems and remarks, in order of the jobs; a remark about a global option stands once.
    pub diagnostics: Vec<Diagnostic>,
}

/// Turns raw jobs into plans.
pub fn lower(jobs: &[RawJob], machine: &ValueContext) -> Lowered {
    let mut plan = RunPlan::default();
    let mut said = Said::default();
    let mut groups = Groups::default();
    let mut earlier = HashSet::new();
    let mut reported = None;
    // Global sections add up over a file. Of several files, fio prints those of the last.
    plan.global_options = jobs.last().and_then(|job| echo(&job.globals));
    for raw in jobs {
        let mut job = lower_job(raw, machine, &mut said);
        job.control.stonewall |= raw.begins_file;
        job.group = groups.of(&job);
        check_group(&job, raw, plan.jobs.last(), &mut reported, &mut said);
        check_wait_for(&job, raw, &earlier, &mut said);
        earlier.insert(job.name.clone());
        plan.jobs.push(job);
    }
    Lowered {
        plan,
        diagnostics: said.diagnostics,
    }
}

fn lower_job(raw: &RawJob, machine: &ValueContext, said: &mut Said) -> JobPlan {
    let mut draft = Draft::new(&raw.name, *machine);
    for section in [&raw.globals, &raw.own] {
        let mut ordered: Vec<&RawOption> = section.iter().collect();
        ordered.sort_by_key(|option| turn(option));
        for option in ordered {
            apply(option, &mut draft);
        }
        // A `name` among the globals names no job.
        draft.plan.name.clone_from(&raw.name);
    }
    // FIO-DIFF(engine-switch): on the command line fio lets a job name an option of one engine and then another engine.
    for option in &raw.own {
        check_engine(option, &mut draft, Draft::fail);
    }
    // The globals fitted the engine that was in force where they stand; a job with another one goes without.
    for option in &raw.globals {
        check_engine(option, &mut draft, |draft, problem| draft.note(problem.message));
    }
    draft.at(&raw.origin, "");
    options::finish(&mut draft);
    let (mut job, diagnostics) = draft.into_parts();
    diagnostics
        .into_iter()
        .for_each(|diagnostic| said.say(diagnostic));
    job.options = echo(&raw.own);
    job.given = raw.globals.iter().chain(&raw.own).map(one_echo).collect();
    job
}

/// fio's order of effect. The command line is taken as it is written. Of a job file, what changes the reading of others
/// comes first, names come last, the rest as written.
pub(crate) fn turn(option: &RawOption) -> u8 {
    if option.origin.source == Origin::COMMAND_LINE {
        return 0;
    }
    match option.spec.name {
        "kb_base" => 1,
        "unit_base" => 2,
        "lockfile" => 3,
        "filename" => 5,
        "filename_format" => 6,
        _ => 4,
    }
}

fn apply(option: &RawOption, draft: &mut Draft) {
    let spec = option.spec;
    let text = option.value.as_deref().unwrap_or("");
    draft.at_option(
        spec.name,
        &option.origin,
        &format!("fio: failed parsing {}={text}", spec.name),
    );
    let value = match options::read(spec, option.value.as_deref(), draft) {
        Ok(value) => value,
        Err(problem) => return draft.fail(problem),
    };
    if let Some(Err(problem)) = spec.setter.map(|setter| setter.run(&value, draft)) {
        return draft.fail(problem);
    }
    match spec.support {
        Support::Supported => {}
        Support::Accepted(why) => draft.note(|lang| {
            job_options::NoEffect {
                option: &spec.name,
                reason: &why(lang),
            }
            .text(lang)
        }),
        Support::Refused(_) if is_off(option, &value) => {}
        Support::Refused(why) => {
            draft.fail(Problem::refused(|lang| {
                job_options::NotHere {
                    option: &spec.name,
                    reason: &why(lang),
                }
                .text(lang)
            }));
        }
    }
}

/// A refused option that only says "off", or what holds anyway, harms nobody.
fn is_off(option: &RawOption, value: &Value) -> bool {
    let default = option.spec.default;
    match option.spec.kind {
        ValueKind::Bool | ValueKind::Set => !value.flag(),
        ValueKind::Time | ValueKind::Micros => value.i64() == 0,
        // A text asks for something, even where it is the default.
        ValueKind::Text | ValueKind::OptionalText => false,
        _ => !default.is_empty() && option.value.as_deref() == Some(default),
    }
}

/// Options of one engine mean nothing to another.
fn check_engine(option: &RawOption, draft: &mut Draft, say: fn(&mut Draft, Problem)) {
    let spec = option.spec;
    let engine = draft.plan.engine.kind.name();
    let refused = matches!(spec.support, Support::Refused(_));
    let anywhere = spec.engines.is_empty() || refused || is_profile_option(spec);
    if anywhere || spec.engines.contains(&engine) || draft.engine_failed {
        return;
    }
    draft.at(&option.origin, &format!("Bad option <{}>", spec.name));
    let problem = Problem::new(|lang| {
        job_options::NotOfEngine {
            option: &spec.name,
            engine: &engine,
        }
        .text(lang)
    })
    .help(|lang| {
        job_options::BelongsTo {
            engines: &spec.engines.join(", "),
        }
        .text(lang)
    });
    say(draft, problem);
}

/// Jobs that are reported together record the same latencies. `reported` is the setting of the group so far.
fn check_group(
    job: &JobPlan,
    raw: &RawJob,
    before: Option<&JobPlan>,
    reported: &mut Option<bool>,
    said: &mut Said,
) {
    let report = &job.report;
    // fio makes one report of consecutive jobs of a group; a job without `group_reporting` begins another.
    let goes_on = before.is_some_and(|before| before.group == job.group) && report.group_reporting;
    if !report.stats {
        return;
    }
    match *reported {
        Some(first) if goes_on && first != report.lat_percentiles => said.say(Diagnostic {
            level: Level::Error,
            origin: Some(raw.origin.clone()),
            message: Sentence::new(|lang| job_text::GroupDiffers { job: &job.name }.text(lang)),
            help: Some(Sentence::new(job_text::one_setting)),
            fio_message: Some(format!(
                "fio: lat_percentiles in job: {} differs from group",
                job.name
            )),
        }),
        Some(_) if goes_on => {}
        _ => *reported = Some(report.lat_percentiles),
    }
}

fn check_wait_for(job: &JobPlan, raw: &RawJob, earlier: &HashSet<String>, said: &mut Said) {
    let Some(name) = &job.control.wait_for else { return };
    if earlier.contains(name) {
        return;
    }
    let origin = raw
        .own
        .iter()
        .chain(&raw.globals)
        .find(|option| option.spec.name == "wait_for")
        .map_or(&raw.origin, |option| &option.origin);
    said.say(Diagnostic {
        level: Level::Error,
        origin: Some(origin.clone()),
        message: Sentence::new(|lang| {
            job_text::WaitsForNone {
                job: &job.name,
                other: &name,
            }
            .text(lang)
        }),
        help: Some(Sentence::new(job_text::wait_for_earlier)),
        fio_message: Some(format!("{}: waitee job {name} unknown.", job.name)),
    });
}

/// Reporting groups: a stonewall or `new_group` begins one, unless no job stands before it.
#[derive(Default)]
struct Groups {
    current: u32,
    jobs_in_current: u32,
}

impl Groups {
    fn of(&mut self, job: &JobPlan) -> u32 {
        if (job.control.stonewall || job.control.new_group) && self.jobs_in_current > 0 {
            self.current += 1;
            self.jobs_in_current = 0;
        }
        self.jobs_in_current += 1;
        self.current
    }
}

/// Diagnostics without the repetitions that global options cause.
#[derive(Default)]
struct Said {
    diagnostics: Vec<Diagnostic>,
    seen: HashSet<(u32, u32, u32, Sentence)>,
}

impl Said {
    fn say(&mut self, diagnostic: Diagnostic) {
        let place = |origin: &Origin| (origin.source, origin.line, origin.column);
        let (source, line, column) = diagnostic.origin.as_ref().map_or((u32::MAX, 0, 0), place);
        if self
            .seen
            .insert((source, line, column, diagnostic.message.clone()))
        {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// What fio's JSON shows of these options: nothing if there are none. FIO-DIFF(json-later): flags are shown.
fn echo(options: &[RawOption]) -> Option<Vec<OptionEcho>> {
    (!options.is_empty()).then(|| options.iter().map(one_echo).collect())
}

fn one_echo(option: &RawOption) -> OptionEcho {
    OptionEcho {
        name: option.spec.name.to_owned(),
        value: option.value.clone().unwrap_or_default(),
    }
}
