//! `unit-misread`: numbers that are read differently than they look, and results whose numbers contradict each other.

use crate::case::job_view::JobView;
use crate::case::littles_law::{AskedQueue, Fit, fit, in_flight};
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_job, per_run};
use crate::words::phrases::{block_size_range, depth_range, rate_range, time_range};
use crate::{Finding, Severity, Subject, When};
use fiord_job::options::{self, ValueKind};
use fiord_job::plan::PlanPart;
use fiord_job::units::{BareTime, Quantity, Surprise, UnitError, quantity, time_us};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::unit_misread as messages;
use fiord_record::claims::Spread;
use fiord_record::claims::units::TimeUnit;
use fiord_record::number::{Bytes, Micros, short};
use serde::{Deserialize, Serialize};

/// In flight ÷ asked up to which results of several jobs may have been added up before we saw them.
const ADDED_UP: f64 = 2.0;
/// I/Os per asked depth below which the edges of a run weigh too much.
const ENOUGH_ROUNDS: f64 = 10.0;

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Plan(PlanPart::Depth)],
        judge: run,
    }),
    run_answers_plan: false,
    fix: Some(Fix {
        stage: Stage::Units,
        least: Severity::Care,
        apply: correct,
    }),
    why: Observed::why,
    advice: Observed::advice,
    quantity: Some(compare::quantity_unit),
    ..Trap::new(
        Family::Options,
        "fio 3.33; fio manual, `units`; plantegg, ssd/san/sas (7-10 us, iodepth 64, 6,164 IOPS); Little's law",
        &[Symptom::OtherSetting, Symptom::Contradiction],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// The text of an option.
    Option(Misread),
    /// A rate and a mean latency that are not both true.
    Contradiction(Contradiction),
    /// A rate and a bandwidth that do not make the job's block size.
    Blocks(Blocks),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contradiction {
    pub iops: f64,
    /// The upper end where a range was given.
    pub high_iops: f64,
    pub asked_depth: f64,
    /// The mean latency that fills the queue at this rate.
    pub needed_ns: f64,
    pub needed_high_ns: f64,
    pub given_low_ns: f64,
    pub given_high_ns: f64,
    /// The given latency times this explains the rate. None: no single unit does.
    pub unit_factor: Option<f64>,
    /// The unit that was typed.
    pub typed: Option<TimeUnit>,
}

impl Contradiction {
    pub fn of(
        iops: Spread,
        ns: Spread,
        queue: &AskedQueue,
        unit_factor: Option<f64>,
        typed: Option<TimeUnit>,
    ) -> Self {
        Self {
            iops: iops.low,
            high_iops: iops.high,
            asked_depth: queue.asked,
            needed_ns: queue.asked / iops.high * 1e9,
            needed_high_ns: queue.asked / iops.low * 1e9,
            given_low_ns: ns.low,
            given_high_ns: ns.high,
            unit_factor,
            typed,
        }
    }

    pub fn rate(&self) -> Spread {
        Spread {
            low: self.iops,
            high: self.high_iops,
        }
    }

    pub fn given_ns(&self) -> Spread {
        Spread {
            low: self.given_low_ns,
            high: self.given_high_ns,
        }
    }

    pub fn severity(&self) -> Severity {
        let held = in_flight(self.rate(), self.given_ns());
        if self.unit_factor.is_some() || held.low > self.asked_depth {
            Severity::Wrong
        } else {
            Severity::Care
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blocks {
    /// Bandwidth ÷ rate.
    pub implied_block_bytes: f64,
    pub implied_high_block_bytes: f64,
    /// The job's.
    pub block_bytes: f64,
    pub high_block_bytes: f64,
    pub guess: Option<Mistake>,
}

impl Blocks {
    /// The block size that bandwidth and rate make.
    pub fn implied_bytes(&self) -> Spread {
        Spread {
            low: self.implied_block_bytes,
            high: self.implied_high_block_bytes,
        }
    }

    /// The block size of the job.
    pub fn own_bytes(&self) -> Spread {
        Spread {
            low: self.block_bytes,
            high: self.high_block_bytes,
        }
    }
}

/// What explains a bandwidth that does not fit its rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mistake {
    BytesAsBits,
    BitsAsBytes,
    /// MB/s read as kB/s, or a rate in thousands read as ones.
    ThousandTooSmall,
    ThousandTooLarge,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        let kb_base = view.job.report.kb_base;
        let given = view.job.given.iter();
        given
            .flat_map(|echo| misread(&echo.name, &echo.value, kb_base))
            .map(|misread| {
                let severity = match misread.surprise {
                    Surprise::SwappedBase if misread.name != "bs" => Severity::Care,
                    _ => Severity::Wrong,
                };
                Finding::new(When::Plan, severity, Subject::whole(), Observed::Option(misread))
            })
            .collect()
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let queue = AskedQueue::of(job.plan, job.workers.len() as f64);
        let ios = job.stats.total_ios() as f64;
        if ios < ENOUGH_ROUNDS * queue.asked {
            return None;
        }
        let held = job.achieved_depth()?;
        let iops = Spread::of(ios / job.seconds());
        let ns = Spread::of(held / iops.low * 1e9);
        let factor = match fit(iops, ns, &queue, ADDED_UP) {
            Fit::TooLong(Some(factor)) => 1.0 / factor,
            Fit::TooShort(Some(factor)) => factor,
            _ => return None,
        };
        let found = Contradiction::of(iops, ns, &queue, Some(factor), None);
        Some((found.severity(), Observed::Contradiction(found)))
    })
}

/// Every number of the job that is not read as it looks gets the unit that means it.
fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, _: &Observed) {
    let kb_base = match edit.value("kb_base").as_deref() {
        Some("1000") => 1000,
        _ => 1024,
    };
    for option in &mut edit.job.own {
        let (name, Some(text)) = (option.spec.name, option.value.clone()) else {
            continue;
        };
        if misread(name, &text, kb_base).is_empty() {
            continue;
        }
        let mut better = String::new();
        for part in text.split_inclusive([',', ':', '-']) {
            let (number, mark) = match part.strip_suffix([',', ':', '-']) {
                Some(number) => (number, &part[number.len()..]),
                None => (part, ""),
            };
            let first = misread(name, number, kb_base).into_iter().next();
            let meant = first.and_then(|wrong| wrong.meant);
            better.push_str(meant.as_deref().unwrap_or(number.trim()));
            better.push_str(mark);
        }
        if misread(name, &better, kb_base).is_empty() {
            edit.changed = true;
            option.value = Some(better);
        }
    }
}

/// A number in the text of an option that is not read as it looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misread {
    pub name: String,
    /// The number as written.
    pub text: String,
    /// What it is read as.
    pub read_as: u64,
    pub surprise: Surprise,
    /// Whether it is a time (in microseconds).
    pub is_time: bool,
    /// The number as it was meant, in words that mean it; `None` when that cannot be told.
    pub meant: Option<String>,
}

/// Judges the text of one option.
pub fn misread(option: &str, text: &str, kb_base: u32) -> Vec<Misread> {
    let Some(spec) = options::find(option) else {
        return Vec::new();
    };
    let is_time = matches!(spec.kind, ValueKind::Time | ValueKind::Micros);
    let bare = if spec.kind == ValueKind::Micros {
        BareTime::Micros
    } else {
        BareTime::Seconds
    };
    let read = |part: &str| -> Result<Quantity, UnitError> {
        if is_time {
            time_us(part, bare)
        } else {
            quantity(part, kb_base)
        }
    };
    if !matches!(
        spec.kind,
        ValueKind::Int | ValueKind::IntOrPercent | ValueKind::Time | ValueKind::Micros | ValueKind::Range
    ) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for part in text.split([',', ':', '-']).filter(|part| !part.trim().is_empty()) {
        let Ok(Quantity {
            value,
            surprise: Some(surprise),
            ..
        }) = read(part)
        else {
            continue;
        };
        found.push(Misread {
            name: spec.name.to_owned(),
            text: part.trim().to_owned(),
            read_as: u64::try_from(value).unwrap_or(0),
            surprise,
            is_time,
            meant: meant(part, is_time, kb_base),
        });
    }
    found
}

/// A number with unit as a person means it, in words that fio reads as meant: `4KiB` is `4k`, `30sec` is `30s`, `1.5g` is
/// `1536m`.
pub fn meant(text: &str, is_time: bool, kb_base: u32) -> Option<String> {
    let squeezed: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    let split = squeezed.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (digits, unit) = squeezed.split_at(split);
    if is_time {
        let unit = match unit {
            "us" | "usec" | "usecs" | "microseconds" | "µs" => "us",
            "ms" | "msec" | "msecs" | "milliseconds" => "ms",
            "s" | "sec" | "secs" | "second" | "seconds" => "s",
            "m" | "min" | "mins" | "minute" | "minutes" => "m",
            "h" | "hr" | "hrs" | "hour" | "hours" => "h",
            "d" | "day" | "days" => "d",
            _ => return None,
        };
        return whole(
            digits,
            unit,
            &[
                ("us", 1000.0, "us"),
                ("ms", 1000.0, "us"),
                ("s", 1000.0, "ms"),
                ("m", 60.0, "s"),
                ("h", 60.0, "m"),
                ("d", 24.0, "h"),
            ],
        );
    }
    let decimal = kb_base == 1000;
    if decimal && unit.ends_with("ib") && !digits.contains('.') {
        // With that base the IEC units mean what they say.
        return Some(format!("{digits}{unit}"));
    }
    let unit = match unit {
        "" | "b" | "byte" | "bytes" => "",
        "k" | "kb" | "ki" | "kib" | "kbyte" | "kbytes" => "k",
        "m" | "mb" | "mi" | "mib" | "mbyte" | "mbytes" => "m",
        "g" | "gb" | "gi" | "gib" | "gbyte" | "gbytes" => "g",
        "t" | "tb" | "ti" | "tib" | "tbyte" | "tbytes" => "t",
        "p" | "pb" | "pi" | "pib" => "p",
        _ => return None,
    };
    let step = if decimal { 1000.0 } else { 1024.0 };
    whole(
        digits,
        unit,
        &[
            ("k", step, ""),
            ("m", step, "k"),
            ("g", step, "m"),
            ("t", step, "g"),
            ("p", step, "t"),
        ],
    )
}

/// A decimal number with a unit as a whole number of it, or of the next smaller one.
fn whole(digits: &str, unit: &str, smaller: &[(&str, f64, &str)]) -> Option<String> {
    if !digits.contains('.') {
        return Some(format!("{digits}{unit}"));
    }
    let value: f64 = digits.parse().ok()?;
    let (_, factor, lower) = smaller.iter().find(|(from, _, _)| *from == unit)?;
    Some(format!("{}{lower}", (value * factor).round() as u64))
}

/// The sentences of `unit-misread`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Option(misread) => misread.text(lang),
            Observed::Contradiction(found) => found.text(lang),
            Observed::Blocks(found) => {
                let blocks = messages::Blocks {
                    implied: &block_size_range(found.implied_bytes(), lang),
                    own: &block_size_range(found.own_bytes(), lang),
                };
                let guess = found.guess.map(|guess| guess.text(lang).to_owned());
                let sentences: Vec<String> = [blocks.text(lang)].into_iter().chain(guess).collect();
                lang.sentences(&sentences)
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        matches!(self, Observed::Blocks(_)).then(|| messages::why_blocks(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::Option(misread) => {
                let (option, meant) = (&misread.name, misread.meant.as_ref()?);
                Some(messages::AdviceOption { option, meant }.text(lang))
            }
            Observed::Contradiction(found) if found.unit_factor.is_none() => {
                Some(messages::advice_no_unit(lang).to_owned())
            }
            Observed::Contradiction(_) => None,
            Observed::Blocks(_) => Some(messages::advice_blocks(lang).to_owned()),
        }
    }
}

impl Misread {
    fn text(&self, lang: Lang) -> String {
        let read = if self.is_time {
            Micros(self.read_as).to_string()
        } else if self.read_as >= 1024 && self.read_as.is_multiple_of(1024) {
            Bytes(self.read_as).to_string()
        } else {
            self.read_as.to_string()
        };
        let reason = match self.surprise {
            Surprise::SwappedBase => messages::swapped_base,
            Surprise::Fraction => messages::fraction,
            Surprise::HexUnit => messages::hex_unit,
            Surprise::Ignored => messages::ignored,
            Surprise::TimeUnit => messages::time_unit,
        };
        let read = messages::OptionRead {
            option: &self.name,
            written: &self.text,
            read: &read,
        };
        lang.sentences(&[read.text(lang), reason(lang).to_owned()])
    }
}

impl Contradiction {
    fn text(&self, lang: Lang) -> String {
        let (iops, ns) = (self.rate(), self.given_ns());
        let needed = Spread {
            low: self.needed_ns,
            high: self.needed_high_ns,
        };
        let held = in_flight(iops, ns);
        let contradiction = messages::Contradiction {
            iops: &rate_range(iops, lang),
            depth: &short(self.asked_depth),
            needed: &time_range(needed, lang),
            given: &time_range(ns, lang),
            held: &depth_range(held, lang),
        };
        let probably = self.unit_factor.map(|factor| {
            let (meant, held) = (
                &time_range(ns.times(factor), lang),
                &depth_range(held.times(factor), lang),
            );
            match self.typed.and_then(|typed| Some((typed, longer(typed, factor)?))) {
                Some((typed, unit)) => messages::ProbablyUnit {
                    meant,
                    unit: &unit,
                    typed: &typed,
                    held,
                }
                .text(lang),
                None if factor > 1.0 => {
                    let factor = &short(factor);
                    messages::ProbablyLonger { meant, factor, held }.text(lang)
                }
                None => {
                    let factor = &short(1.0 / factor);
                    messages::ProbablyShorter { meant, factor, held }.text(lang)
                }
            }
        });
        let sentences: Vec<String> = [contradiction.text(lang)].into_iter().chain(probably).collect();
        lang.sentences(&sentences)
    }
}

/// The unit that is `factor` times as long.
fn longer(unit: TimeUnit, factor: f64) -> Option<TimeUnit> {
    TimeUnit::ALL
        .into_iter()
        .find(|other| (other.ns() / unit.ns() / factor - 1.0).abs() < 1e-6)
}

impl Mistake {
    fn text(self, lang: Lang) -> &'static str {
        let sentence = match self {
            Mistake::BytesAsBits => messages::bytes_as_bits,
            Mistake::BitsAsBytes => messages::bits_as_bytes,
            Mistake::ThousandTooSmall => messages::thousand_too_small,
            Mistake::ThousandTooLarge => messages::thousand_too_large,
        };
        sentence(lang)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_read_as_meant() {
        for (text, is_time, meaning) in [
            ("4KiB", false, "4k"),
            (" 4k", false, "4k"),
            ("4 kb ", false, "4k"),
            ("1.5g", false, "1536m"),
            ("0.5 GiB", false, "512m"),
            ("30sec", true, "30s"),
            ("1min", true, "1m"),
            ("1.5 hours", true, "90m"),
            ("250 msec", true, "250ms"),
        ] {
            assert_eq!(meant(text, is_time, 1024).as_deref(), Some(meaning), "{text}");
            let name = if is_time { "runtime" } else { "size" };
            assert!(misread(name, meaning, 1024).is_empty(), "{meaning}");
        }
        assert_eq!(meant("30fortnights", true, 1024), None);
        assert_eq!(meant("1.5g", false, 1000).as_deref(), Some("1500m"));
        assert_eq!(meant("4 KiB", false, 1000).as_deref(), Some("4kib"));
    }

    #[test]
    fn plain_numbers_are_as_they_look() {
        for (name, text) in [
            ("bs", "4k"),
            ("bs", "4k,8k"),
            ("size", "50%"),
            ("runtime", "60"),
            ("bsrange", "4k-8k"),
            ("thinktime", "5ms"),
            ("nice", "-5"),
            ("description", "4KiB"),
        ] {
            assert_eq!(misread(name, text, 1024), [], "{name}={text}");
        }
        let wrong = misread("bs", "4KiB,8k", 1024);
        assert_eq!(
            (wrong.len(), wrong[0].read_as, wrong[0].meant.as_deref()),
            (1, 4000, Some("4k"))
        );
        assert_eq!(misread("runtime", "30sec", 1024)[0].read_as, 30);
    }
}
