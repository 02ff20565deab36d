//! The line of a verdict: what was measured, and why it has its grade.

use std::fmt::Write;

use crate::terms::Instead;
use crate::traps::TrapId;
use crate::words::phrases::capital;
use crate::{Finding, Severity, When};
use fiord_messages::Lang;
use fiord_record::number::{Bytes, Share};

use super::{Bottom, Measured, PartOfRun, Reason, Unknown, Verdict, Whose, is_wrong_run};

impl Reason {
    /// A few words, without a full stop.
    pub fn words(&self, _: Lang) -> String {
        match self {
            Reason::NothingDone => "nothing was done".to_owned(),
            Reason::Traps(traps) => {
                let names: Vec<&str> = traps.iter().map(|trap| trap.name()).collect();
                names.join(", ")
            }
            Reason::NoCounters => "no counters of the kernel say what it did".to_owned(),
            Reason::AllPassed => "every check passed; one run, and A takes ten on two days".to_owned(),
        }
    }
}

impl Verdict {
    /// What was measured, with its numbers: `Measured: the disk (sda). It delivered 100 % of 4 GiB read.`
    pub fn line(&self, lang: Lang) -> String {
        self.headline(lang) + &self.rest(lang)
    }

    /// What follows the headline in the line.
    pub fn rest(&self, lang: Lang) -> String {
        let change = change(self).map(|change| capital(&change.saw(lang)));
        let mut out = String::new();
        for sentence in details(self, lang).into_iter().chain(change) {
            let _ = write!(out, ". {sentence}");
        }
        out.push('.');
        out
    }

    /// What was measured, without numbers and without a full stop.
    pub fn headline(&self, _: Lang) -> String {
        let what = match &self.measured {
            Measured::Nothing => "nothing".to_owned(),
            Measured::Generator => "the generator itself".to_owned(),
            Measured::Simulated => "a simulated device, in virtual time".to_owned(),
            Measured::Operations => "operations that move no data".to_owned(),
            Measured::Instead {
                trap, part, whose, ..
            } => {
                let by = whose.as_ref().map_or_else(String::new, by_whom);
                let headline = leading(self, *trap).and_then(Finding::headline);
                let what = headline.map_or_else(
                    || "unknown".to_owned(),
                    |headline| instead(headline.what, *part, headline.share),
                );
                format!("{what}{by}")
            }
            Measured::Unknown(_) => "unknown".to_owned(),
            Measured::Disk { bottom: below, .. } => bottom(below),
        };
        format!("Measured: {what}")
    }
}

/// Sentences without their full stops.
fn details(verdict: &Verdict, lang: Lang) -> Vec<String> {
    match &verdict.measured {
        Measured::Nothing => vec!["No I/O was completed".to_owned()],
        Measured::Generator => vec!["ioengine=null does no I/O".to_owned()],
        Measured::Simulated => Vec::new(),
        Measured::Operations => vec![
            "Each I/O is one operation of the engine on a file, a directory or the processor; its bytes mean nothing"
                .to_owned(),
        ],
        Measured::Instead { trap, devices, .. } => {
            let finding = leading(verdict, *trap).into_iter();
            finding.map(|finding| sentence(&finding.saw(lang), devices)).collect()
        }
        Measured::Unknown(Unknown::NoCounters) => {
            vec!["No counters of the kernel were read during this run".to_owned()]
        }
        Measured::Unknown(Unknown::Commands) => {
            vec!["The kernel does not count commands that are sent to a device past it".to_owned()]
        }
        Measured::Unknown(Unknown::Copies) => {
            vec![
                "The processor copied from and to memory that the kernel maps as persistent, which nothing counts".to_owned(),
            ]
        }
        Measured::Unknown(Unknown::Flash) => {
            vec!["The kernel has no counters of raw flash".to_owned()]
        }
        Measured::Unknown(Unknown::NoDevice) => {
            vec!["No block device is known under the target".to_owned()]
        }
        Measured::Disk { read, written, .. } => {
            let read = read.map(|read| {
                format!(
                    "It delivered {} of {} read",
                    Share(read.share),
                    Bytes(read.issued_bytes)
                )
            });
            let written = written.map(|written| {
                format!(
                    "It wrote {} for {} issued",
                    Bytes(written.device_bytes),
                    Bytes(written.issued_bytes)
                )
            });
            read.into_iter().chain(written).collect()
        }
    }
}

/// The finding that a headline is about.
fn leading(verdict: &Verdict, trap: TrapId) -> Option<&Finding> {
    let mut findings = verdict.findings.iter();
    findings.find(|finding| finding.trap() == trap && is_wrong_run(finding))
}

/// What changed while it ran: one rate does not describe the run, whatever it was of.
fn change(verdict: &Verdict) -> Option<&Finding> {
    let changes = verdict.findings.iter().filter(|finding| {
        finding.trap().about().changes_rate && finding.when == When::Run && finding.severity >= Severity::Care
    });
    changes.max_by_key(|finding| finding.severity)
}

/// With a capital, unless it begins with the name of a device.
fn sentence(saw: &str, devices: &[String]) -> String {
    let first = saw.split([' ', ',', ':']).next().unwrap_or_default();
    if devices.iter().any(|name| name == first) {
        saw.to_owned()
    } else {
        capital(saw)
    }
}

fn bottom(bottom: &Bottom) -> String {
    let what = if bottom.in_memory {
        "memory shown as a disk"
    } else {
        "the disk"
    };
    format!("{what} ({})", bottom.devices.join(", "))
}

fn by_whom(whose: &Whose) -> String {
    let by = format!(", by {}", whose.jobs.join(", "));
    match &whose.rest_on {
        Some(below) => format!("{by}; {} by {}", bottom(below), whose.rest.join(", ")),
        None => by,
    }
}

/// Share of the bytes from which on the rest is not worth naming.
const NEARLY_ALL: f64 = 0.9;

/// `share`: of the bytes that this answered.
fn instead(what: Instead, part: PartOfRun, share: f64) -> String {
    let source = match what {
        Instead::Memory => "memory",
        Instead::Cache => "a cache",
        Instead::CacheBelow => "a cache below",
        Instead::NoDevice => "bytes from no device",
        Instead::Holes => "holes",
        Instead::Limit => "a limit",
        Instead::Generator => "the generator",
        Instead::SameBlocks => return "the same blocks several times".to_owned(),
        Instead::DiskWithOthers => return "the disk while others used it".to_owned(),
        Instead::WaitForProcessor => return "the disk and the wait for a processor together".to_owned(),
    };
    match part {
        PartOfRun::Whole if what.may_be_part() && share < NEARLY_ALL => {
            format!("mostly {source}, partly the disk")
        }
        PartOfRun::Whole => format!("{source}, not the disk"),
        PartOfRun::Partly => format!("partly {source}, partly the disk"),
        PartOfRun::Writes => format!("{source} for the writes, the disk for the reads"),
        PartOfRun::Reads => format!("{source} for the reads, the disk for the writes"),
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
        };
        let changed = verdict(vec![finding(Severity::Care, 0, Observed::Cliff(rise))]);
        assert_eq!(
            changed.line(Lang::En),
            "Measured: the disk (sda). Rise: 100 I/Os per second at first, 1,000 from 30 s on."
        );
        assert_eq!(verdict(Vec::new()).line(Lang::En), "Measured: the disk (sda).");
    }
}
