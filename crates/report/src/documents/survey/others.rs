//! Who else used the disk during a survey, over all its runs.

use fiord_judge::When;
use fiord_judge::case::Case;
use fiord_judge::traps::foreign_io::{Cause, Moved, Observed as Foreign};
use fiord_judge::{Finding, Observed, TrapId, judge_one};
use fiord_record::run::RunRecord;

use crate::documents::survey::{SurveyNeighbour, SurveyOthers};

impl SurveyOthers {
    /// What the runs found, added up by process, the busiest first. None: nothing that was not the survey's.
    pub(super) fn in_runs<'a>(records: impl Iterator<Item = &'a RunRecord>) -> Option<Self> {
        let mut others = Self::default();
        for record in records {
            others.add_run(&judge_one(TrapId::ForeignIo, When::Run, &Case::of(record)));
        }
        others
            .processes
            .sort_by_key(|process| std::cmp::Reverse(process.moved_bytes));
        (others.runs > 0).then_some(others)
    }

    /// Counts a run. Flushes and discards of others have no bytes, but use the disk.
    fn add_run(&mut self, found: &[Finding]) {
        self.of_runs += 1;
        self.runs += usize::from(!found.is_empty());
        for finding in found {
            if let Observed::ForeignIo(Foreign::Moved(moved)) = &finding.observed {
                self.add(moved);
            }
        }
    }

    fn add(&mut self, moved: &Moved) {
        self.foreign_bytes += moved.foreign_bytes;
        let (Cause::Process(process) | Cause::Either { process, .. }) = &moved.cause else {
            return;
        };
        let mut known = self.processes.iter_mut();
        match known.find(|known| (known.pid, &known.name) == (process.pid, &process.name)) {
            Some(known) => {
                known.moved_bytes += process.moved_bytes;
                known.has_files_here = match (known.has_files_here, process.has_files_here) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (one, other) => one.or(other),
                };
            }
            None => self.processes.push(SurveyNeighbour {
                name: process.name.clone(),
                pid: process.pid,
                moved_bytes: process.moved_bytes,
                has_files_here: process.has_files_here,
            }),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_messages::Lang;

    use super::*;
    use crate::text::Page;

    #[test]
    fn a_neighbour_of_many_runs_is_named_once() {
        let moved = |has_files_here| Moved {
            device: vec!["vda".to_owned()],
            ddir: fiord_job::plan::Ddir::Read,
            device_bytes: 3 << 20,
            foreign_bytes: 2 << 20,
            share_percent: 66.0,
            busy_percent: None,
            cause: Cause::Process(fiord_judge::traps::foreign_io::Neighbour {
                name: "dd".to_owned(),
                pid: 77,
                moved_bytes: 1 << 20,
                has_files_here,
            }),
        };
        let mut others = SurveyOthers {
            runs: 2,
            of_runs: 36,
            ..SurveyOthers::default()
        };
        others.add(&moved(None));
        others.add(&moved(Some(true)));
        let mut page = Page::new();
        others.put(&mut page, None, Lang::En);
        assert_eq!(
            page.text(None, false),
            "! Other processes used the disk in 2 of 36 runs: 4 MiB did not come from the survey. Possible processes: dd (pid 77, 2 MiB on all disks, has \
             files open on this disk).\n"
        );
        assert_eq!(SurveyOthers::in_runs(std::iter::empty()), None);
    }

    /// One count of disturbed runs: the findings of the runs are the same.
    #[test]
    fn flushes_and_discards_of_others_count() {
        let found = |observed| {
            let subject = fiord_judge::Subject::default();
            [Finding::new(
                When::Run,
                fiord_judge::Severity::Care,
                subject,
                Observed::ForeignIo(observed),
            )]
        };
        let device = vec!["vda".to_owned()];
        let mut others = SurveyOthers::default();
        others.add_run(&[]);
        others.add_run(&found(Foreign::Flushed {
            device: device.clone(),
            flushes: 2_848,
            own_syncs: 0,
            flushes_per_s: 300.0,
            flush_percent: 37.0,
        }));
        others.add_run(&found(Foreign::Discarded {
            device,
            discards: 3,
            discard_bytes: 4_096,
            own_bytes: 0,
        }));
        assert_eq!((others.runs, others.of_runs, others.foreign_bytes), (2, 3, 0));
    }
}
