//! The line of a verdict: what was measured, and why it has its grade.

use crate::terms::Instead;
use crate::traps::TrapId;
use crate::{Finding, Severity, When};
use fiord_messages::{Lang, verdict as messages, words};
use fiord_record::number::{Bytes, Share};

use super::{Bottom, Disturbance, Measured, PartOfRun, Reason, Unknown, Verdict, Whose, is_wrong_run};

impl Reason {
    /// Whole sentences; of traps their names.
    pub fn words(&self, lang: Lang) -> String {
        match self {
            Reason::NothingDone => messages::reason_nothing_done(lang).to_owned(),
            Reason::Traps(traps) => {
                let names: Vec<String> = traps.iter().map(|trap| trap.name().to_owned()).collect();
                let traps = &lang.list(&names);
                messages::ReasonTraps { traps }.text(lang)
            }
            Reason::NoCounters => messages::reason_no_counters(lang).to_owned(),
            Reason::AllPassed => messages::reason_all_passed(lang).to_owned(),
        }
    }
}

impl Verdict {
    /// What was measured, with its numbers: `Measured: the disk (sda). The device delivered 100 % of 4 GiB read.`
    pub fn line(&self, lang: Lang) -> String {
        let mut sentences = vec![self.headline(lang)];
        sentences.extend(details(self, lang));
        lang.sentences(&sentences)
    }

    /// The sentences after the headline in the line; empty where there are none.
    pub fn rest(&self, lang: Lang) -> String {
        lang.sentences(&details(self, lang))
    }

    /// What was measured, without numbers.
    pub fn headline(&self, lang: Lang) -> String {
        match &self.measured {
            Measured::Nothing => messages::nothing(lang).to_owned(),
            Measured::Generator => messages::generator(lang).to_owned(),
            Measured::Simulated => messages::simulated(lang).to_owned(),
            Measured::Operations => messages::operations(lang).to_owned(),
            Measured::Instead { trap, part, whose } => {
                let headline = leading(self, *trap).and_then(Finding::headline);
                let what = headline.map_or_else(
                    || messages::unknown(lang).to_owned(),
                    |headline| instead(headline.what, *part, headline.share, lang),
                );
                let by = whose.iter().flat_map(|whose| by_whom(whose, lang));
                lang.sentences(&std::iter::once(what).chain(by).collect::<Vec<_>>())
            }
            Measured::Unknown(_) => messages::unknown(lang).to_owned(),
            Measured::Disk {
                bottom, disturbed, ..
            } => disk(bottom, disturbed, lang),
        }
    }

    /// What was measured, without those who disturbed it.
    pub fn subject(&self, lang: Lang) -> String {
        match &self.measured {
            Measured::Disk { bottom, .. } => disk(bottom, &[], lang),
            _ => self.headline(lang),
        }
    }

    /// Who disturbed the run, the worst first.
    pub fn disturbances(&self) -> &[Disturbance] {
        match &self.measured {
            Measured::Disk { disturbed, .. } => disturbed,
            _ => &[],
        }
    }
}

/// The sentences after the headline.
fn details(verdict: &Verdict, lang: Lang) -> Vec<String> {
    let fixed = match &verdict.measured {
        Measured::Nothing => Some(messages::no_io(lang)),
        Measured::Generator => Some(messages::null_engine(lang)),
        Measured::Operations => Some(messages::operations_without_bytes(lang)),
        Measured::Unknown(Unknown::NoCounters) => Some(messages::no_counters(lang)),
        Measured::Unknown(Unknown::Commands) => Some(messages::commands(lang)),
        Measured::Unknown(Unknown::Copies) => Some(messages::copies(lang)),
        Measured::Unknown(Unknown::Flash) => Some(messages::flash(lang)),
        Measured::Unknown(Unknown::NoDevice) => Some(messages::no_device(lang)),
        Measured::Unknown(Unknown::LoopCache) => Some(messages::loop_cache(lang)),
        Measured::Simulated | Measured::Instead { .. } | Measured::Disk { .. } => None,
    };
    let mut sentences: Vec<String> = fixed.map(str::to_owned).into_iter().collect();
    if let Measured::Instead { trap, .. } = &verdict.measured {
        sentences.extend(leading(verdict, *trap).map(|finding| finding.saw(lang)));
    }
    if let Measured::Disk { read, written, .. } = &verdict.measured {
        let delivered = read.map(|read| {
            messages::Delivered {
                share: &Share(read.share),
                issued: &Bytes(read.issued_bytes),
            }
            .text(lang)
        });
        let wrote = written.map(|written| {
            let (issued, written, others) = (
                &Bytes(written.issued_bytes),
                &Bytes(written.device_bytes),
                written.others_wrote,
            );
            match others {
                true => messages::WroteForRun { written, issued }.text(lang),
                false => messages::Wrote { written, issued }.text(lang),
            }
        });
        sentences.extend(delivered.into_iter().chain(wrote));
    }
    sentences.extend(change(verdict).map(|change| change.saw(lang)));
    sentences
}

/// The finding that a headline is about.
fn leading(verdict: &Verdict, trap: TrapId) -> Option<&Finding> {
    let mut findings = verdict.findings.iter();
    findings.find(|finding| finding.trap() == trap && is_wrong_run(finding))
}

/// A change during the run: one rate does not describe such a run.
fn change(verdict: &Verdict) -> Option<&Finding> {
    let changes = verdict.findings.iter().filter(|finding| {
        finding.trap().about().changes_rate && finding.when == When::Run && finding.severity >= Severity::Care
    });
    changes.max_by_key(|finding| finding.severity)
}

fn disk(bottom: &Bottom, disturbed: &[Disturbance], lang: Lang) -> String {
    let devices = &lang.list(&bottom.devices);
    let causes: Vec<String> = disturbed.iter().map(|one| one.words(lang)).collect();
    let causes = &lang.list(&causes);
    match (bottom.in_memory, disturbed.is_empty()) {
        (true, true) => messages::MemoryDisk { devices }.text(lang),
        (true, false) => messages::MemoryDisturbed { devices, causes }.text(lang),
        (false, true) => messages::Disk { devices }.text(lang),
        (false, false) => messages::DiskDisturbed { devices, causes }.text(lang),
    }
}

impl Disturbance {
    /// The rule that found it and how much it was: `foreign-io 45 %`.
    pub fn words(&self, lang: Lang) -> String {
        let rule = &self.trap.name();
        match self.share_percent {
            Some(percent) => messages::Disturbance {
                rule,
                share: &Share(percent / 100.0),
            }
            .text(lang),
            None => self.trap.name().to_owned(),
        }
    }
}

/// The jobs that a headline is about, and what the others measured.
fn by_whom(whose: &Whose, lang: Lang) -> Vec<String> {
    let count = |jobs: &[String]| jobs.len() as u64;
    let of_jobs = messages::OfJobs {
        count: count(&whose.jobs),
        jobs: &lang.list(&whose.jobs),
    };
    let others = whose.rest_on.as_ref().map(|bottom| {
        let (count, jobs) = (count(&whose.rest), &lang.list(&whose.rest));
        let devices = &lang.list(&bottom.devices);
        if bottom.in_memory {
            messages::OthersInMemory { count, jobs, devices }.text(lang)
        } else {
            messages::OthersOnDisk { count, jobs, devices }.text(lang)
        }
    });
    std::iter::once(of_jobs.text(lang)).chain(others).collect()
}

/// Share of the bytes from which on the rest is not worth naming.
const NEARLY_ALL: f64 = 0.9;

/// `share`: of the bytes that this answered.
fn instead(what: Instead, part: PartOfRun, share: f64, lang: Lang) -> String {
    let instead = match what {
        Instead::Memory => words::Instead::Memory,
        Instead::Cache => words::Instead::Cache,
        Instead::CacheBelow => words::Instead::CacheBelow,
        Instead::BackingFile => words::Instead::BackingFile,
        Instead::NoDevice => words::Instead::NoDevice,
        Instead::Holes => words::Instead::Holes,
        Instead::Limit => words::Instead::Limit,
        Instead::Generator => words::Instead::Generator,
        Instead::SameBlocks => return messages::same_blocks(lang).to_owned(),
    };
    match part {
        PartOfRun::Whole if what.may_be_part() && share < NEARLY_ALL => {
            messages::MostlyInstead { instead }.text(lang)
        }
        PartOfRun::Whole => messages::Instead { instead }.text(lang),
        PartOfRun::Partly => messages::PartlyInstead { instead }.text(lang),
        PartOfRun::Writes => messages::InsteadForWrites { instead }.text(lang),
        PartOfRun::Reads => messages::InsteadForReads { instead }.text(lang),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::traps::{Observed, cliff};
    use crate::verdict::Grade;

    fn finding(severity: Severity, job: usize, observed: Observed) -> Finding {
        Finding::new(When::Run, severity, Subject::job(job), observed)
    }

    fn verdict(findings: Vec<Finding>) -> Verdict {
        Verdict {
            measured: Measured::Disk {
                bottom: Bottom {
                    devices: vec!["sda".to_owned()],
                    in_memory: false,
                },
                read: None,
                written: None,
                disturbed: Vec::new(),
            },
            grade: Grade::C,
            reason: Reason::Traps(vec![TrapId::ShortRun]),
            findings,
        }
    }

    #[test]
    fn what_changed_while_it_ran_reaches_the_headline() {
        let rise = cliff::Observed::Rise {
            at_s: 30,
            before_iops: 100.0,
            after_iops: 1000.0,
            warm_up: false,
            of_bytes: false,
        };
        let changed = finding(Severity::Care, 0, Observed::Cliff(rise));
        let saw = changed.saw(Lang::En);
        assert_eq!(
            verdict(vec![changed]).line(Lang::En),
            format!("Measured: the disk (sda). {saw}")
        );
        assert_eq!(verdict(Vec::new()).line(Lang::En), "Measured: the disk (sda).");
    }
}
