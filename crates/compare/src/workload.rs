//! What was measured, apart from names: the part of a plan by which results of different runs are matched.

use fiord_job::plan::{
    AccessPlan, Backend, BlockSize, Ddir, Distribution, EngineKind, JobPlan, OpenSync, PlanPart, RunPlan,
    Sequencer, Zones,
};
use fiord_messages::{Lang, compare as messages};
use fiord_record::ladder::Rung;
use fiord_record::number::JobBytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an engine works, as far as a device sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EngineClass {
    /// One I/O at a time: sync, psync, pvsync and their like.
    Synchronous,
    /// A queue of I/Os: libaio, io_uring, posixaio, Windows' and others.
    Queued,
    Mmap,
    /// Copies from and to persistent memory.
    Memory,
    Splice,
    /// Operations on names, lengths and directories.
    Names,
    /// No device: null, cpuio, exec.
    Generator,
    /// A simulated device.
    Simulated,
}

impl EngineClass {
    pub const fn of(kind: EngineKind) -> Self {
        match kind.backend() {
            Backend::Mapping => Self::Mmap,
            Backend::PersistentFile | Backend::PersistentDevice => Self::Memory,
            Backend::Pipe => Self::Splice,
            Backend::Simulated => Self::Simulated,
            Backend::Null | Backend::Cpu | Backend::Program => Self::Generator,
            Backend::Allocation | Backend::FileNames(_) | Backend::DirectoryNames(_) => Self::Names,
            Backend::Data | Backend::Scsi | Backend::Nvme | Backend::Flash if kind.is_synchronous() => {
                Self::Synchronous
            }
            Backend::Data | Backend::Scsi | Backend::Nvme | Backend::Flash => Self::Queued,
        }
    }
}

/// What one direction of one job measured. `None`: the source does not say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub struct WorkloadKey {
    /// fio's `rw`, with the percentages of reads and writes where it is mixed: `randread`, `randrw 70/30`.
    pub rw: Option<String>,
    /// `read`, `write`, `trim`.
    pub direction: String,
    /// The largest block in bytes: it orders rows.
    pub block_bytes: Option<u64>,
    /// The block sizes as in a job: `4k`, `4k-64k`, `4k/60:64k/40`.
    pub bs: Option<String>,
    /// I/Os that one worker may have in flight: 1 of synchronous engines.
    pub iodepth: Option<u32>,
    pub numjobs: Option<u32>,
    pub engine: Option<EngineClass>,
    /// Past the page cache.
    pub direct: Option<bool>,
    /// Syncs of writes, as options: `none`, `fsync=1`.
    pub sync: Option<String>,
    /// What else decides about the result: rates, distributions, jobs alongside.
    pub more: Vec<String>,
    /// A latency that no job measures: then all parts above are unknown, and this is the whole workload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<Rung>,
    /// What a tool measured that does no I/O of a job: `ping`, `ping flood`, `scp`, `iperf3 x4`, `stream x4 to peer`. Then this is the whole workload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
}

/// What a job of a plan does, in fio's words: `randread 4k, iodepth 8, numjobs 4, io_uring`. What its source does not tell is left out.
pub fn summary(job: &JobPlan) -> String {
    let Some(ddir) = Ddir::ALL.into_iter().find(|ddir| job.access.mode.issues(*ddir)) else {
        return job.engine.kind.name().to_owned();
    };
    let key = WorkloadKey::of_job(job, ddir);
    let access: Vec<String> = key.rw.into_iter().chain(key.bs).collect();
    let depth = key.iodepth.map(|depth| format!("iodepth {depth}"));
    let jobs = key.numjobs.filter(|jobs| *jobs > 1);
    let is_cached = key.direct == Some(false)
        && matches!(key.engine, Some(EngineClass::Synchronous | EngineClass::Queued));
    let engine = key.engine.map(|_| job.engine.kind.name().to_owned());
    let parts = [
        Some(access.join(" ")).filter(|access| !access.is_empty()),
        depth,
        jobs.map(|jobs| format!("numjobs {jobs}")),
        engine,
        is_cached.then(|| "direct=0".to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl WorkloadKey {
    /// A rung of a ladder: the workload of its job, where it has one.
    pub fn of_rung(rung: Rung) -> Self {
        let Some((rw, bs, is_synced)) = rung.job() else {
            return Self {
                rung: Some(rung),
                ..Self::default()
            };
        };
        Self {
            rw: Some(rw.to_owned()),
            direction: if is_synced { "write" } else { "read" }.to_owned(),
            block_bytes: Some(if bs == "4k" { 4 << 10 } else { 1 << 20 }),
            bs: Some(bs.to_owned()),
            iodepth: Some(1),
            numjobs: Some(1),
            engine: Some(EngineClass::Synchronous),
            direct: Some(!is_synced),
            sync: Some(if is_synced { "sync=sync" } else { "none" }.to_owned()),
            more: Vec::new(),
            rung: None,
            tool: None,
        }
    }

    /// One direction of a job of a plan, as far as the plan tells it.
    pub fn of(plan: &RunPlan, index: usize, ddir: Ddir) -> Option<Self> {
        let job = plan.jobs.get(index)?;
        let mut key = Self::of_job(job, ddir);
        if job.tells(PlanPart::Order) {
            key.more.extend(alongside(plan, index));
        }
        key.more.sort();
        Some(key)
    }

    fn of_job(job: &JobPlan, ddir: Ddir) -> Self {
        let access = &job.access;
        let engine = EngineClass::of(job.engine.kind);
        let size = &access.block_size[ddir];
        let moves = engine != EngineClass::Names;
        let tells = |part| job.tells(part).then_some(());
        // What only reads has no syncs.
        let syncs_told = job.tells(PlanPart::Syncs) || ddir == Ddir::Read;
        Self {
            rw: tells(PlanPart::Order).map(|()| rw(job)),
            direction: ddir.name().to_owned(),
            block_bytes: tells(PlanPart::Blocks).map(|()| if moves { size.max() } else { 0 }),
            bs: tells(PlanPart::Blocks).map(|()| if moves { block_size(size) } else { "-".to_owned() }),
            iodepth: tells(PlanPart::Depth).map(|()| {
                if job.engine.kind.is_synchronous() {
                    1
                } else {
                    job.depth.iodepth.max(1)
                }
            }),
            numjobs: tells(PlanPart::Depth).map(|()| job.numjobs.max(1)),
            engine: tells(PlanPart::Engine).map(|()| engine),
            direct: job.direct(),
            sync: syncs_told.then(|| syncs(job)),
            more: more(job, ddir),
            rung: None,
            tool: None,
        }
    }

    /// What workloads have in common, and the largest of their blocks.
    pub(crate) fn shared<'k>(mut keys: impl Iterator<Item = &'k Self>) -> Self {
        fn keep<T: PartialEq>(mine: &mut Option<T>, other: Option<&T>) {
            if mine.as_ref() != other {
                *mine = None;
            }
        }
        let mut shared = keys.next().cloned().unwrap_or_default();
        for key in keys {
            keep(&mut shared.rw, key.rw.as_ref());
            keep(&mut shared.bs, key.bs.as_ref());
            keep(&mut shared.iodepth, key.iodepth.as_ref());
            keep(&mut shared.numjobs, key.numjobs.as_ref());
            keep(&mut shared.engine, key.engine.as_ref());
            keep(&mut shared.direct, key.direct.as_ref());
            keep(&mut shared.sync, key.sync.as_ref());
            shared.block_bytes = shared.block_bytes.max(key.block_bytes);
            shared.more.retain(|one| key.more.contains(one));
            if shared.direction != key.direction {
                shared.direction.clear();
            }
        }
        shared
    }

    /// Whether every part is known.
    pub fn is_whole(&self) -> bool {
        self.unknown().is_empty()
    }

    /// Names of the parts that are not known.
    pub fn unknown(&self) -> Vec<&'static str> {
        if self.rung.is_some() || self.tool.is_some() {
            return Vec::new();
        }
        [
            ("rw", self.rw.is_none()),
            ("bs", self.bs.is_none()),
            ("iodepth", self.iodepth.is_none()),
            ("numjobs", self.numjobs.is_none()),
            ("ioengine", self.engine.is_none()),
            ("direct", self.direct.is_none()),
            ("sync", self.sync.is_none()),
        ]
        .into_iter()
        .filter_map(|(name, is_unknown)| is_unknown.then_some(name))
        .collect()
    }

    /// Whether both may be the same: what both know is equal.
    pub fn may_be(&self, other: &Self) -> bool {
        fn agree<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        self.direction == other.direction
            && self.rung == other.rung
            && self.tool == other.tool
            && self.more == other.more
            && agree(self.rw.as_ref(), other.rw.as_ref())
            && agree(self.bs.as_ref(), other.bs.as_ref())
            && agree(self.iodepth.as_ref(), other.iodepth.as_ref())
            && agree(self.numjobs.as_ref(), other.numjobs.as_ref())
            && agree(self.engine.as_ref(), other.engine.as_ref())
            && agree(self.direct.as_ref(), other.direct.as_ref())
            && agree(self.sync.as_ref(), other.sync.as_ref())
    }

    /// Bytes of each I/O where all are alike.
    pub fn fixed_bytes(&self) -> Option<u64> {
        let plain = self.bs.as_ref()?.bytes().all(|byte| byte.is_ascii_alphanumeric());
        self.block_bytes.filter(|bytes| plain && *bytes > 0)
    }
}

fn block_size(of: &BlockSize) -> String {
    match of {
        BlockSize::Fixed(bytes) => JobBytes(*bytes).to_string(),
        BlockSize::Range { min, max } if min == max => JobBytes(*min).to_string(),
        BlockSize::Range { min, max } => format!("{}-{}", JobBytes(*min), JobBytes(*max)),
        BlockSize::Split(shares) => {
            let shares = shares.iter();
            let words: Vec<String> = shares
                .map(|share| format!("{}/{}", JobBytes(share.bytes), share.percent))
                .collect();
            words.join(":")
        }
    }
}

fn rw(job: &JobPlan) -> String {
    let access = &job.access;
    let mode = if job.engine.kind.works_on_names() {
        job.engine.kind.name()
    } else {
        access.mode.name()
    };
    if access.mode.is_mixed() {
        let reads = access.rwmix_read_percent;
        format!("{mode} {reads}/{}", 100_u8.saturating_sub(reads))
    } else {
        mode.to_owned()
    }
}

/// What syncs writes; of jobs that only read nothing does.
fn syncs(job: &JobPlan) -> String {
    let durability = &job.durability;
    if !job.access.mode.issues(Ddir::Write) {
        return "none".to_owned();
    }
    let mut words = Vec::new();
    match durability.open_sync {
        OpenSync::None => {}
        OpenSync::Sync => words.push("sync=sync".to_owned()),
        OpenSync::Dsync => words.push("sync=dsync".to_owned()),
    }
    for (name, every) in [
        ("fsync", durability.fsync_every),
        ("fdatasync", durability.fdatasync_every),
        (
            "sync_file_range",
            durability.sync_file_range.map_or(0, |range| range.every_writes),
        ),
    ] {
        if every > 0 {
            words.push(format!("{name}={every}"));
        }
    }
    for (name, is_set) in [
        ("end_fsync", durability.end_fsync),
        ("fsync_on_close", durability.fsync_on_close),
    ] {
        if is_set {
            words.push(name.to_owned());
        }
    }
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(" ")
    }
}

fn more(job: &JobPlan, ddir: Ddir) -> Vec<String> {
    let (access, pace) = (&job.access, &job.pace);
    let mut more = Vec::new();
    if pace.rate_bytes[ddir] > 0 {
        more.push(format!("rate={}", pace.rate_bytes[ddir]));
    }
    if pace.rate_iops[ddir] > 0 {
        more.push(format!("rate_iops={}", pace.rate_iops[ddir]));
    }
    if pace.thinktime_us > 0 {
        more.push(format!("thinktime={}us", pace.thinktime_us));
    }
    more.extend(place(access, ddir));
    match access.zones {
        Some(Zones::Strided(_)) => more.push("zonemode=strided".to_owned()),
        Some(Zones::Zbd(_)) => more.push("zonemode=zbd".to_owned()),
        None => {}
    }
    if job.verify.kind.is_on() {
        more.push("verify".to_owned());
    }
    more
}

fn place(access: &AccessPlan, ddir: Ddir) -> Vec<String> {
    let mut more = Vec::new();
    match access.sequencer {
        Sequencer::None => {}
        Sequencer::Skip(bytes) => more.push(format!("skip={bytes}")),
        Sequencer::Repeat(times) => more.push(format!("repeat={times}")),
    }
    if !access.mode.is_random() {
        return more;
    }
    match &access.distribution[ddir] {
        Distribution::Uniform => {}
        Distribution::Zipf { theta, .. } => more.push(format!("zipf:{theta}")),
        Distribution::Pareto { h, .. } => more.push(format!("pareto:{h}")),
        Distribution::Normal {
            deviation_percent, ..
        } => more.push(format!("normal:{deviation_percent}")),
        Distribution::Zoned(_) | Distribution::ZonedAbs(_) => more.push("zoned".to_owned()),
        Distribution::Sequence { blocks, strides } => {
            let blocks: Vec<String> = blocks.iter().map(u64::to_string).collect();
            let strides = if *strides { ":strides" } else { "" };
            more.push(format!("sequence:{}{strides}", blocks.join("-")));
        }
        Distribution::Sprandom(plan) => more.push(format!(
            "sprandom:{}:{}:{}",
            plan.regions, plan.over_provisioning, plan.cache_bytes
        )),
    }
    let share = access.percentage_random[ddir];
    if share != 100 {
        more.push(format!("percentage_random={share}"));
    }
    more
}

/// Jobs that run at the same time, and which of several alike this one is. English: workloads are matched by it.
fn alongside(plan: &RunPlan, index: usize) -> Vec<String> {
    let phase = |at: usize| {
        let before = plan.jobs.iter().take(at + 1);
        before
            .filter(|job| job.control.stonewall || job.control.wait_for.is_some())
            .count()
    };
    let Some(own) = plan.jobs.get(index) else {
        return Vec::new();
    };
    let brief = |job: &JobPlan| {
        let ddir = Ddir::ALL
            .into_iter()
            .find(|ddir| job.access.mode.issues(*ddir))
            .unwrap_or(Ddir::Read);
        WorkloadKey::of_job(job, ddir).brief()
    };
    let mine = brief(own);
    let mut others: Vec<String> = Vec::new();
    let mut twins = 0;
    for (at, job) in plan.jobs.iter().enumerate() {
        let of = brief(job);
        if at < index && of == mine {
            twins += 1;
        }
        if at != index && phase(at) == phase(index) {
            others.push(messages::WithJob { workload: &of }.text(Lang::En));
        }
    }
    others.sort();
    if twins > 0 {
        let number = &(twins + 1);
        others.push(messages::JobOfAlike { number }.text(Lang::En));
    }
    others
}
