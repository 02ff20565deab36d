//! Which direction and which file: `rw`, `rwmixread`, `file_service_type`.

use super::place::FileState;
use super::rules::Streams;
use crate::distribution::Skewed;
use crate::io::Op;
use crate::rng::Rng;
use fiord_job::plan::{AccessMode, AccessPlan, FileService, JobPlan};

/// PlacementRules the direction of an I/O is found.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mix {
    /// Always the same.
    Only(Op),
    /// A draw per I/O; reads when it is below the threshold.
    Reads { below: u64 },
    /// Trims, each followed by a write of the same place.
    TrimWrite,
}

impl Mix {
    pub(super) fn new(access: &AccessPlan) -> Self {
        match access.mode {
            AccessMode::Read | AccessMode::RandRead => Mix::Only(Op::Read),
            AccessMode::Write | AccessMode::RandWrite => Mix::Only(Op::Write),
            AccessMode::Trim | AccessMode::RandTrim => Mix::Only(Op::Trim),
            AccessMode::TrimWrite | AccessMode::RandTrimWrite => Mix::TrimWrite,
            AccessMode::Rw | AccessMode::RandRw => match access.rwmix_read_percent {
                0 => Mix::Only(Op::Write),
                100.. => Mix::Only(Op::Read),
                percent => Mix::Reads {
                    below: ((u128::from(percent) << 64) / 100) as u64,
                },
            },
        }
    }

    /// The one operation, if nothing is to choose.
    #[inline(always)]
    pub(super) fn only(self) -> Option<Op> {
        match self {
            Mix::Only(op) => Some(op),
            Mix::Reads { .. } | Mix::TrimWrite => None,
        }
    }

    #[inline(always)]
    pub(super) fn op(self, rng: &mut Rng) -> Op {
        match self {
            Mix::Only(op) => op,
            Mix::Reads { below } => {
                if rng.next() < below {
                    Op::Read
                } else {
                    Op::Write
                }
            }
            Mix::TrimWrite => Op::Trim,
        }
    }

    /// The direction of the next I/O.
    #[inline(always)]
    pub(super) fn next(self, rng: &mut Streams) -> Op {
        match (&mut rng.as_fio, self) {
            (Some(numbers), Mix::Reads { .. }) => numbers.direction(),
            _ => self.op(&mut rng.mix),
        }
    }
}

/// PlacementRules the file of an I/O is found.
#[derive(Debug, Clone)]
pub(super) struct FileChooser {
    kind: Service,
    current: usize,
    /// Places left on the current file.
    left: u32,
    per_turn: u32,
    /// Files in use at the same time (`openfiles`).
    window: usize,
    /// All files before it are done.
    first: usize,
}

/// So often a file is drawn among all before those that are left are counted.
const DRAWS: u32 = 32;

#[derive(Debug, Clone)]
enum Service {
    RoundRobin,
    Sequential,
    Random,
    Skewed(Skewed),
}

impl FileChooser {
    pub(super) fn new(job: &JobPlan, files: usize, seed: u64) -> Self {
        let plan = &job.files;
        // An I/O of several ranges takes as many places, all in one file.
        let places = job.engine.passthrough.trim_ranges.max(1);
        let kind = match plan.service {
            FileService::Sequential => Service::Sequential,
            FileService::Random => Service::Random,
            service => match Skewed::of_files(service, files as u64, seed ^ 0xf11e) {
                Some(skewed) => Service::Skewed(skewed),
                None => Service::RoundRobin,
            },
        };
        Self {
            kind,
            // One before the first file, so that the first turn is file 0's.
            current: files.saturating_sub(1),
            left: 0,
            per_turn: plan.service_ios.max(1).saturating_mul(places),
            window: plan
                .openfiles
                .map_or(files, |open| (open as usize).clamp(1, files.max(1))),
            first: 0,
        }
    }

    pub(super) fn restart(&mut self) {
        self.current = usize::MAX;
        self.left = 0;
        self.first = 0;
    }

    pub(super) fn is_skewed(&self) -> bool {
        matches!(self.kind, Service::Skewed(_))
    }

    /// Ends the current file's turn.
    pub(super) fn leave(&mut self) {
        self.left = 0;
    }

    /// The file of the next I/O; `None` when all are done.
    pub(super) fn choose(&mut self, files: &[FileState], rng: &mut Rng) -> Option<usize> {
        if let [only] = files {
            return (!only.done).then_some(0);
        }
        if self.left > 0 && files.get(self.current).is_some_and(|file| !file.done) {
            self.left -= 1;
            return Some(self.current);
        }
        while files.get(self.first).is_some_and(|file| file.done) {
            self.first += 1;
        }
        let found = match &self.kind {
            Service::Sequential => (self.first < files.len()).then_some(self.first),
            Service::RoundRobin => self.next_open(files, self.current.wrapping_add(1)),
            Service::Random => self.drawn(files, rng),
            Service::Skewed(skewed) => {
                let pick = skewed.draw(rng) as usize;
                (pick..files.len())
                    .chain(0..pick)
                    .find(|&index| !files[index].done)
            }
        };
        self.current = found?;
        self.left = self.per_turn - 1;
        found
    }

    /// The files that may be in use now: the first unfinished ones, as many as `openfiles` allows.
    fn open_files<'a>(&self, files: &'a [FileState]) -> impl Iterator<Item = usize> + use<'a> {
        let unfinished = (self.first..files.len()).filter(|&index| !files[index].done);
        unfinished.take(self.window)
    }

    /// One of the files that may be in use, each as likely as the others.
    fn drawn(&self, files: &[FileState], rng: &mut Rng) -> Option<usize> {
        if self.window >= files.len() {
            // Of thousands of files few are done before the end of the job.
            for _ in 0..DRAWS {
                let pick = rng.below(files.len() as u64) as usize;
                if files.get(pick).is_some_and(|file| !file.done) {
                    return Some(pick);
                }
            }
        }
        let open = self.open_files(files).count() as u64;
        let pick = rng.below(open) as usize;
        self.open_files(files).nth(pick)
    }

    fn next_open(&self, files: &[FileState], from: usize) -> Option<usize> {
        if self.window >= files.len() {
            let from = if from < files.len() { from } else { 0 };
            return (from..files.len())
                .chain(0..from)
                .find(|&index| !files[index].done);
        }
        self.open_files(files)
            .find(|&index| index >= from)
            .or_else(|| self.open_files(files).next())
    }
}
