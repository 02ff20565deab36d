//! What jobs change on the machine for a run and what is put back: control groups, I/O schedulers.

use std::collections::BTreeMap;

use fiord_host::changes::{self, Applied, Change, ChangeOutcome, JournalClaim, Setting};
use fiord_host::group::{GroupError, GroupVersion, IoHierarchy, RunGroup};
use fiord_host::root::Root;
use fiord_host::stack::Layer;
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_messages::{Lang, Sentence, refusals as messages, run_errors};
use fiord_targets::failure::Failure;

use crate::event::Events;
use crate::setup_error::SetupError;
use crate::targets::{RunTarget, RunTargets};

/// The machine as the jobs want it, until the value is dropped.
pub(crate) struct Arrangement<'r> {
    root: &'r Root,
    /// By name.
    groups: BTreeMap<String, RunGroup>,
    version: GroupVersion,
    schedulers: Option<Applied>,
    /// Held while they are switched.
    claim: Option<JournalClaim>,
}

fn failed(job: &JobPlan, message: String) -> SetupError {
    SetupError::Arrangement {
        job: job.name.clone(),
        message,
    }
}

fn group_words(error: &GroupError, lang: Lang) -> String {
    match error {
        GroupError::NoHierarchy => messages::no_hierarchy(lang).to_owned(),
        GroupError::File(path, error) => format!("{}: {error}", path.display()),
        GroupError::NoWeight(group) => messages::NoWeight {
            group: &group.display(),
        }
        .text(lang),
    }
}

impl<'r> Arrangement<'r> {
    /// Makes the groups and switches the schedulers. Nothing of that is left where it fails.
    ///
    /// # Errors
    /// A group or scheduler that cannot be had, with the option that asks for it.
    pub(crate) fn make(
        root: &'r Root,
        targets: &RunTargets<'_>,
        events: &Events<'_>,
    ) -> Result<Self, SetupError> {
        let mut arrangement = Self {
            root,
            groups: BTreeMap::new(),
            version: GroupVersion::Threads,
            schedulers: None,
            claim: None,
        };
        arrangement.make_groups(targets.plan)?;
        arrangement.switch_schedulers(targets, events)?;
        Ok(arrangement)
    }

    fn make_groups(&mut self, plan: &RunPlan) -> Result<(), SetupError> {
        let Some(first) = plan.jobs.iter().find(|job| job.placement.cgroup.name.is_some()) else {
            return Ok(());
        };
        let lang = Lang::current();
        let of_job =
            |job: &JobPlan, error: &dyn std::fmt::Display| failed(job, messages::Cgroup { error }.text(lang));
        let of_group = |job: &JobPlan, error: &GroupError| of_job(job, &group_words(error, lang));
        let hierarchy = IoHierarchy::find(self.root).map_err(|error| of_group(first, &error))?;
        self.version = hierarchy.version();
        let one = &first.placement.cgroup.name;
        let other = plan.jobs.iter().find(|job| job.placement.cgroup.name != *one);
        if let (GroupVersion::Process, Some(other)) = (self.version, other) {
            return Err(of_job(other, &messages::one_group(lang)));
        }
        for job in &plan.jobs {
            let wanted = &job.placement.cgroup;
            let Some(name) = &wanted.name else { continue };
            if let Some(group) = self.groups.get_mut(name) {
                if wanted.keep {
                    group.keep();
                }
                continue;
            }
            let group = hierarchy.group(name, wanted.weight);
            let mut group = group.map_err(|error| of_group(job, &error))?;
            if wanted.keep {
                group.keep();
            }
            if self.version == GroupVersion::Process {
                group.enter().map_err(|error| of_group(job, &error))?;
            }
            self.groups.insert(name.clone(), group);
        }
        Ok(())
    }

    fn switch_schedulers(&mut self, targets: &RunTargets<'_>, events: &Events<'_>) -> Result<(), SetupError> {
        let lang = Lang::current();
        let mut wanted: BTreeMap<String, (&str, &JobPlan)> = BTreeMap::new();
        for (job, targets) in targets.jobs() {
            let Some(name) = job.placement.scheduler.as_deref() else {
                continue;
            };
            let disks = disks(targets);
            if disks.is_empty() {
                // As in fio.
                let none = messages::NoScheduler {
                    job: &job.name,
                    scheduler: &name,
                };
                events.note([Sentence::new(|lang| none.text(lang))]);
            }
            for (disk, offered) in disks {
                if !offered.iter().any(|one| one == name) {
                    let not_offered = messages::SchedulerNotOffered {
                        scheduler: &name,
                        disk: &disk,
                        offered: &lang.list(&offered),
                    };
                    return Err(failed(job, not_offered.text(lang)));
                }
                if let Some((other, before)) = wanted.get(&disk)
                    && *other != name
                {
                    let conflict = messages::SchedulerConflict {
                        scheduler: &name,
                        job: &before.name,
                        other,
                        disk: &disk,
                    };
                    return Err(failed(job, conflict.text(lang)));
                }
                wanted.insert(disk, (name, job));
            }
        }
        let Some((_, first)) = wanted.values().next().copied() else {
            return Ok(());
        };
        let wrong = |error: String| failed(first, messages::Scheduler { error: &error }.text(lang));
        // `fiord doctor --restore` finds changes there after a crash.
        let journal = changes::default_journal();
        if changes::pending(self.root, &journal) {
            return Err(failed(first, messages::changes_in_place(lang).to_owned()));
        }
        let all: Vec<Change> = wanted
            .iter()
            .map(|(disk, (name, _))| Change {
                device: disk.clone(),
                setting: Setting::Scheduler,
                to: (*name).to_owned(),
            })
            .collect();
        let claim = JournalClaim::take(self.root, &journal);
        self.claim = Some(claim.map_err(|error| wrong(error.to_string()))?);
        let held = changes::hold(self.root, &journal, &all, None);
        let applied = held.map_err(|error| wrong(error.to_string()))?;
        let refused = applied.outcomes.iter().find_map(|outcome| match outcome {
            ChangeOutcome::Refused(step, why) => Some(format!("{}: {why}", step.path.display())),
            _ => None,
        });
        self.schedulers = Some(applied);
        refused.map_or(Ok(()), |words| Err(wrong(words)))
    }

    /// Puts the thread that calls it where its job runs.
    ///
    /// # Errors
    /// The kernel's.
    pub(crate) fn enter(&self, job: &JobPlan) -> Result<(), Failure> {
        let name = job.placement.cgroup.name.as_ref();
        let Some(group) = name.and_then(|name| self.groups.get(name)) else {
            return Ok(());
        };
        if self.version == GroupVersion::Process {
            return Ok(());
        }
        group
            .enter()
            .map_err(|error| Failure::new("cgroup", libc::EPERM).because(|lang| group_words(&error, lang)))
    }

    /// Puts everything back; what could not be.
    pub(crate) fn end(mut self) -> Option<Sentence> {
        self.put_back()
    }

    fn put_back(&mut self) -> Option<Sentence> {
        if self.version == GroupVersion::Process {
            for group in self.groups.values() {
                let _ = group.leave();
            }
        }
        self.groups.clear();
        let mut applied = self.schedulers.take()?;
        let failed = applied.put_back(self.root).err();
        drop(self.claim.take());
        failed.map(|error| {
            let error = error.to_string();
            Sentence::new(|lang| run_errors::SchedulersNotRestored { error: &error }.text(lang))
        })
    }
}

impl Drop for Arrangement<'_> {
    fn drop(&mut self) {
        self.put_back();
    }
}

/// The uppermost disks under these targets whose scheduler can be chosen, with what they offer.
fn disks(targets: &[RunTarget]) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for target in targets {
        let mut layers: Vec<&Layer> = target.stack.top.iter().collect();
        while let Some(layer) = layers.pop() {
            match &layer.queue {
                Some(queue) if queue.schedulers.len() > 1 => {
                    found.insert(layer.name.clone(), queue.schedulers.clone());
                }
                _ => layers.extend(&layer.below),
            }
        }
    }
    found
}
