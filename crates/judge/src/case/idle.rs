//! Options of a job that have no effect, with the reason as data.

use fiord_job::options::{self, Support};
use fiord_job::plan::{AccessMode, Ddir, EngineKind};
use fiord_messages::{Fixed, Lang, no_effect as messages};
use fiord_record::FileKind;
use serde::{Deserialize, Serialize};

use crate::case::job_view::JobView;
use crate::case::planned::{issues, stays_in_first_file};

/// An option that was given and has no effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle {
    pub name: String,
    /// As given; of a bare flag empty.
    pub value: String,
    pub because: Because,
    /// Whether its author will have expected an effect on the result.
    pub misleads: bool,
}

impl Idle {
    /// The option with the value as given.
    pub fn option(&self) -> String {
        match self.value.as_str() {
            "" => self.name.clone(),
            value => format!("{}={value}", self.name),
        }
    }
}

/// Why an option has no effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Because {
    Unmixed(AccessMode),
    Sequential(AccessMode),
    OneJob,
    OneFile,
    FilesNamed,
    FirstFileOnly,
    OnDevice,
    UntilTime,
    OneAtATime(EngineKind),
    /// Cut down to this depth.
    AboveDepth(u32),
    /// The depth is at most this.
    DepthNoHigher(u32),
    NoPollQueue,
    /// `rwmixread` leaves one direction of the mix.
    MixIsOneWay,
    WritesNothing(AccessMode),
    ReadsNothing(AccessMode),
    DirectSkipsCache,
    NoRuntime,
    NoRate,
    NoThinktime,
    NoLog,
    /// It belongs to an option that the job does not set.
    NoPartner(String),
    DoneLongBefore,
    /// fiord accepts it without effect; the reason is in the option table.
    Accepted,
}

/// The options of a job that have no effect, and why.
pub fn idle_options(view: &JobView<'_>) -> Vec<Idle> {
    let mut idle = Idles {
        view,
        found: Vec::new(),
    };
    of_access(&mut idle);
    of_depth(&mut idle);
    of_writes(&mut idle);
    of_rest(&mut idle);
    for echo in &view.job.given {
        if let Some(spec) = options::find(&echo.name)
            && matches!(spec.support, Support::Accepted(_))
        {
            idle.add(spec.name, true, Because::Accepted, false);
        }
    }
    idle.found.dedup();
    idle.found
}

struct Idles<'l> {
    view: &'l JobView<'l>,
    found: Vec<Idle>,
}

impl Idles<'_> {
    /// Notes the option if it was given and this holds.
    fn add(&mut self, name: &str, holds: bool, because: Because, misleads: bool) {
        // Its default is what the job does without it.
        let default = options::find(name).map_or("", |spec| spec.default);
        let given = self.view.given(name);
        if let Some(value) = given.filter(|value| holds && (value.is_empty() || *value != default)) {
            self.found.push(Idle {
                name: name.to_owned(),
                value: value.to_owned(),
                because,
                misleads,
            });
        }
    }
}

fn of_access(idle: &mut Idles<'_>) {
    let view = idle.view;
    let mode = view.job.access.mode;
    idle.add("rwmixread", !mode.is_mixed(), Because::Unmixed(mode), true);
    idle.add("rwmixwrite", !mode.is_mixed(), Because::Unmixed(mode), true);
    for (name, misleads) in [
        ("norandommap", false),
        ("random_generator", false),
        ("random_distribution", true),
        ("percentage_random", true),
    ] {
        idle.add(name, !mode.is_random(), Because::Sequential(mode), misleads);
    }
    let undrawn = !mode.is_random() && !mode.is_mixed();
    idle.add("randrepeat", undrawn, Because::Sequential(mode), false);
    let one = view.job.numjobs == 1;
    idle.add("offset_increment", one, Because::OneJob, true);
    let files = &view.job.files;
    let one_file = files.opendir.is_none() && files.filenames.len().max(files.nrfiles as usize) < 2;
    idle.add("file_service_type", one_file, Because::OneFile, false);
    idle.add("nrfiles", !files.filenames.is_empty(), Because::FilesNamed, true);
    let stays = stays_in_first_file(view.job);
    idle.add("nrfiles", stays, Because::FirstFileOnly, true);
    let device = view.targets.iter().any(|target| target.kind == FileKind::Block);
    idle.add("fallocate", device, Because::OnDevice, false);
    let timed = view.job.control.time_based;
    idle.add("io_size", timed, Because::UntilTime, true);
    idle.add("loops", timed, Because::UntilTime, true);
}

fn of_depth(idle: &mut Idles<'_>) {
    let view = idle.view;
    let job = view.job;
    let sync = job.is_synchronous();
    for name in [
        "iodepth_batch",
        "iodepth_batch_complete_min",
        "iodepth_batch_complete_max",
        "iodepth_low",
    ] {
        idle.add(name, sync, Because::OneAtATime(job.engine.kind), true);
    }
    let number = |name: &str| view.given(name).and_then(|value| value.parse::<u64>().ok());
    let depth = job.depth.iodepth;
    for name in ["iodepth_batch", "iodepth_batch_complete_min"] {
        let above = !sync && number(name).is_some_and(|batch| batch > u64::from(depth));
        idle.add(name, above, Because::AboveDepth(depth), true);
    }
    let low = !sync && number("iodepth_low").is_some_and(|low| low >= u64::from(depth));
    idle.add("iodepth_low", low, Because::DepthNoHigher(depth), false);
    let poll = view
        .targets
        .iter()
        .flat_map(|target| target.leaves())
        .filter_map(|leaf| leaf.queue.as_ref()?.io_poll);
    let any_poll = poll.fold(None, |any: Option<bool>, on| Some(any.unwrap_or(false) || on));
    let no_poll = job.engine.hipri && any_poll == Some(false);
    idle.add("hipri", no_poll, Because::NoPollQueue, true);
}

fn of_writes(idle: &mut Idles<'_>) {
    let view = idle.view;
    let job = view.job;
    let mode = job.access.mode;
    let reads_only = !issues(job, Ddir::Write) && !issues(job, Ddir::Trim);
    let writes_nothing = if mode.is_mixed() {
        Because::MixIsOneWay
    } else {
        Because::WritesNothing(mode)
    };
    let reads_nothing = if mode.is_mixed() {
        Because::MixIsOneWay
    } else {
        Because::ReadsNothing(mode)
    };
    let positive = |name: &str| {
        view.given(name)
            .is_some_and(|value| !matches!(value, "0" | "none"))
    };
    for name in [
        "fsync",
        "fdatasync",
        "end_fsync",
        "fsync_on_close",
        "sync",
        "sync_file_range",
    ] {
        let misleads = !matches!(name, "end_fsync" | "fsync_on_close");
        let vain = reads_only && positive(name);
        idle.add(name, vain, writes_nothing.clone(), misleads);
    }
    let laid_out = view.targets.iter().any(|target| !target.exists());
    for name in [
        "zero_buffers",
        "refill_buffers",
        "buffer_compress_percentage",
        "dedupe_percentage",
        "buffer_pattern",
    ] {
        idle.add(name, reads_only && !laid_out, writes_nothing.clone(), false);
    }
    idle.add("overwrite", reads_only, writes_nothing.clone(), false);
    let writes_only = !issues(job, Ddir::Read);
    let pre_read = positive("pre_read");
    let unread = writes_only && pre_read;
    idle.add("pre_read", unread, reads_nothing.clone(), true);
    let skipped = !writes_only && pre_read && job.durability.direct;
    idle.add("pre_read", skipped, Because::DirectSkipsCache, true);
}

fn of_rest(idle: &mut Idles<'_>) {
    let view = idle.view;
    let job = view.job;
    let endless = job.control.runtime_us == 0 && view.given("time_based") != Some("0");
    idle.add("time_based", endless, Because::NoRuntime, true);
    let rated = job.pace.is_rated();
    for name in ["rate_process", "rate_ignore_thinktime"] {
        idle.add(name, !rated, Because::NoRate, false);
    }
    for name in ["thinktime_spin", "thinktime_blocks", "thinktime_blocks_type"] {
        idle.add(name, job.pace.thinktime_us == 0, Because::NoThinktime, true);
    }
    let checks = job.verify.kind.is_on();
    for name in [
        "do_verify",
        "verify_fatal",
        "verify_dump",
        "verify_backlog",
        "verify_async",
        "verify_interval",
    ] {
        let because = Because::NoPartner("verify".to_owned());
        idle.add(name, !checks, because, name != "verify_interval");
    }
    let rests = job.pace.thinktime_us > 0;
    idle.add("thinktime_iotime", !rests, Because::NoThinktime, true);
    let is_steady = job.control.steady.is_on();
    for name in ["steadystate_duration", "steadystate_ramp_time"] {
        idle.add(
            name,
            !is_steady,
            Because::NoPartner("steadystate".to_owned()),
            true,
        );
    }
    let has_target = job.depth.target.is_on();
    for name in ["latency_window", "latency_percentile", "latency_run"] {
        let because = Because::NoPartner("latency_target".to_owned());
        idle.add(name, !has_target, because, true);
    }
    of_partners(idle);
    idle.add("runtime", view.runtime_is_idle(), Because::DoneLongBefore, true);
}

/// Options that belong to another one.
fn of_partners(idle: &mut Idles<'_>) {
    let job = idle.view.job;
    let logs = &job.report.logs;
    let has_log = [&logs.bw, &logs.lat, &logs.iops, &logs.hist]
        .iter()
        .any(|log| log.is_some());
    for name in ["log_avg_msec", "log_window_value", "log_offset", "log_max_value"] {
        idle.add(name, !has_log, Because::NoLog, true);
    }
    let lacks = |percent: Option<u8>| percent.unwrap_or(0) == 0;
    let (buffers, access) = (&job.buffers, &job.access);
    for (name, partner, is_alone) in [
        (
            "buffer_compress_chunk",
            "buffer_compress_percentage",
            lacks(buffers.compress_percent),
        ),
        ("dedupe_mode", "dedupe_percentage", lacks(buffers.dedupe_percent)),
        (
            "dedupe_working_set_percentage",
            "dedupe_percentage",
            lacks(buffers.dedupe_percent),
        ),
        ("zoneskip", "zonemode", access.zones.is_none()),
        ("zonerange", "zonemode", access.zones.is_none()),
        ("flow_id", "flow", job.pace.flow.weight == 0),
        ("flow_sleep", "flow", job.pace.flow.weight == 0),
    ] {
        idle.add(name, is_alone, Because::NoPartner(partner.to_owned()), true);
    }
}

/// The sentence about an option without effect.
impl Idle {
    /// Why it has no effect.
    pub fn reason(&self, lang: Lang) -> String {
        let fixed: Fixed = match &self.because {
            Because::Unmixed(mode) => return messages::Unmixed { mode: &mode.name() }.text(lang),
            Because::Sequential(mode) => return messages::Sequential { mode: &mode.name() }.text(lang),
            Because::WritesNothing(mode) => return messages::WritesNothing { mode: &mode.name() }.text(lang),
            Because::ReadsNothing(mode) => return messages::ReadsNothing { mode: &mode.name() }.text(lang),
            Because::OneAtATime(engine) => {
                let engine = &engine.name();
                return messages::OneAtATime { engine }.text(lang);
            }
            Because::NoPartner(option) => return messages::NoPartner { option }.text(lang),
            Because::AboveDepth(depth) => return messages::AboveDepth { depth }.text(lang),
            Because::DepthNoHigher(depth) => return messages::DepthNoHigher { depth }.text(lang),
            Because::Accepted => match options::find(&self.name).map(|spec| &spec.support) {
                Some(Support::Accepted(reason)) => {
                    return messages::Accepted {
                        reason: &reason(lang),
                    }
                    .text(lang);
                }
                _ => messages::not_needed,
            },
            Because::MixIsOneWay => messages::mix_is_one_way,
            Because::OneJob => messages::one_job,
            Because::OneFile => messages::one_file,
            Because::FilesNamed => messages::files_named,
            Because::FirstFileOnly => messages::first_file_only,
            Because::OnDevice => messages::on_device,
            Because::UntilTime => messages::until_time,
            Because::NoPollQueue => messages::no_poll_queue,
            Because::DirectSkipsCache => messages::direct_skips_cache,
            Because::NoRuntime => messages::no_runtime,
            Because::NoRate => messages::no_rate,
            Because::NoThinktime => messages::no_thinktime,
            Because::NoLog => messages::no_log,
            Because::DoneLongBefore => messages::done_long_before,
        };
        fixed(lang).to_owned()
    }
}
