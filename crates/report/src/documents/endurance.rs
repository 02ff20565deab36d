//! What `fiord endurance --json` prints: what drives tell of the writes of their life, their rating, and the years that are left.

use fiord_host::disk::Transport;
use fiord_host::wear::{self, DriveWear, Silence, Told};
use fiord_messages::{Lang, endurance as messages};
use fiord_record::claims::{RatedWrites, SpecSheet};
use fiord_record::number::{Rounded, Share, short};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// The life of drives.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Endurance {
    /// The path whose drives these are; null: only a data sheet was asked for.
    pub path: Option<String>,
    /// The answer, a sentence each.
    pub answer: Vec<String>,
    pub rating: Option<Rating>,
    pub drives: Vec<DriveLife>,
    /// What limits the answer, a sentence each.
    pub notes: Vec<String>,
}

/// The writes that a data sheet rates.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    pub device: String,
    pub source: String,
    /// Bytes of hosts. Null: the sheet does not say enough.
    pub bytes: Option<f64>,
    /// Drive writes per day.
    pub per_day: Option<f64>,
    pub warranty_years: Option<f64>,
}

/// One drive. Null: the drive does not tell.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DriveLife {
    pub name: String,
    pub model: Option<String>,
    pub transport: String,
    pub capacity_bytes: Option<u64>,
    /// Bytes that hosts wrote.
    pub host_written: Option<Told>,
    /// Bytes that the drive wrote to its flash.
    pub media_written: Option<Told>,
    /// Bytes written to flash for each byte of hosts.
    pub write_amplification: Option<f64>,
    /// Percent of its life, by the drive's own estimate.
    pub used_percent: Option<Told>,
    pub power_on_hours: Option<Told>,
    /// Bytes that its flash is rated for, by the drive.
    pub rated_media: Option<Told>,
    pub rates: Vec<WriteRate>,
    pub left: Vec<YearsLeft>,
    /// Logs that told nothing.
    pub unknown: Vec<UnknownLog>,
}

/// Bytes that hosts write in a day.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct WriteRate {
    pub of: RateOf,
    /// The stored run that it begins with, or is of.
    pub run: Option<i64>,
    /// Over how many days.
    pub days: Option<f64>,
    pub bytes_per_day: f64,
}

/// What a rate is the mean of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RateOf {
    /// All hours that the drive was on.
    PowerOn,
    /// The time since a stored run.
    SinceRun,
    /// The last stored run that wrote to it, as if it never ended.
    LastRun,
}

/// Until when a drive lasts at a rate.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct YearsLeft {
    pub at: RateOf,
    pub until: LifeLimit,
    pub least: f64,
    /// Null: unknown, at least the years of `least`.
    pub most: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LifeLimit {
    /// The writes that the data sheet rates.
    Tbw,
    /// 100 % of the drive's own estimate.
    Estimate,
    /// The writes to flash that the drive says it is rated for.
    Flash,
}

/// A log that told nothing.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UnknownLog {
    pub log: String,
    pub why: String,
}

impl Body for Endurance {
    const NAME: &'static str = "endurance";
    const TITLE: &'static str = "fiord endurance --json";
}

/// A drive and all that is known of its writes.
#[derive(Debug, Clone)]
pub struct DriveFacts {
    pub name: String,
    pub model: Option<String>,
    pub transport: Transport,
    pub capacity_bytes: Option<u64>,
    /// A disk with arms.
    pub rotates: bool,
    pub wear: DriveWear,
    /// The oldest stored look at it: the run, the days since, and the bytes of hosts then.
    pub earlier: Option<(i64, f64, Told)>,
    /// The last stored run that wrote to it, and bytes per day at its rate.
    pub last_run: Option<(i64, f64)>,
}

const DAY_HOURS: f64 = 24.0;
const YEAR_DAYS: f64 = 365.0;
/// Days below which a mean says little about a life.
const SHORTEST: f64 = 1.0;

impl Endurance {
    pub fn of(path: Option<String>, drives: &[DriveFacts], sheet: Option<&SpecSheet>, lang: Lang) -> Self {
        let rating = sheet.map(|sheet| rating(sheet, drives));
        let lives: Vec<DriveLife> = drives.iter().map(|drive| life(drive, sheet, lang)).collect();
        let answer = rating.iter().map(|rating| rated(rating, lang));
        let used = lives.iter().filter_map(|life| life.used(rating.as_ref(), lang));
        let wearing = lives.iter().zip(drives).filter(|(_, facts)| !facts.rotates);
        let unknown = wearing.filter(|(life, _)| life.used(rating.as_ref(), lang).is_none());
        let unknown: Vec<String> = unknown.map(|(life, _)| life.name.clone()).collect();
        let names = &lang.list(&unknown);
        let unknown = (!unknown.is_empty()).then(|| messages::UsedUnknown { names }.text(lang));
        Self {
            path,
            answer: answer.chain(used).chain(unknown).collect(),
            notes: notes(drives, &lives, rating.as_ref(), lang),
            rating,
            drives: lives,
        }
    }
}

fn rating(sheet: &SpecSheet, drives: &[DriveFacts]) -> Rating {
    // Of several drives the sheet's capacity, or none.
    let capacity = match drives {
        [one] => one.capacity_bytes,
        _ => None,
    };
    Rating {
        device: sheet.device.clone(),
        source: sheet.source.clone(),
        bytes: sheet.writes.bytes(capacity),
        per_day: sheet.writes.per_day(capacity),
        warranty_years: sheet.writes.warranty_years,
    }
}

/// What the sheet rates, in a sentence.
fn rated(rating: &Rating, lang: Lang) -> String {
    let device = &rating.device;
    let Some(bytes) = rating.bytes else {
        return messages::SheetHasNoTbw { device }.text(lang);
    };
    let tbw = &decimal(bytes);
    match (rating.warranty_years, rating.per_day) {
        (Some(years), Some(per_day)) => messages::RatedPerDay {
            device,
            tbw,
            years: &short(years),
            daily: &decimal(bytes / (years * YEAR_DAYS)),
            dwpd: &Rounded {
                value: per_day,
                figures: 2,
            },
        }
        .text(lang),
        (Some(years), None) => messages::RatedYears {
            device,
            tbw,
            years: &short(years),
            daily: &decimal(bytes / (years * YEAR_DAYS)),
        }
        .text(lang),
        _ => messages::Rated { device, tbw }.text(lang),
    }
}

fn life(facts: &DriveFacts, sheet: Option<&SpecSheet>, lang: Lang) -> DriveLife {
    let wear = &facts.wear;
    let rates = rates(facts);
    let rated = sheet.map(|sheet| sheet.writes).unwrap_or_default();
    let left = rates
        .iter()
        .flat_map(|rate| years_left(facts, &rated, rate))
        .collect();
    let unknown = wear.silent.iter().map(|silent| UnknownLog {
        log: silent.log.name(),
        why: why(&silent.why, &facts.name, lang),
    });
    DriveLife {
        name: facts.name.clone(),
        model: facts.model.clone(),
        transport: facts.transport.name().to_owned(),
        capacity_bytes: facts.capacity_bytes,
        host_written: wear.host_written,
        media_written: wear.media_written,
        write_amplification: wear.amplification(),
        used_percent: wear.used_percent,
        power_on_hours: wear.power_on_hours,
        rated_media: wear.rated_media,
        rates,
        left,
        unknown: unknown.collect(),
    }
}

fn rates(facts: &DriveFacts) -> Vec<WriteRate> {
    let host = facts.wear.host_written;
    let days = facts
        .wear
        .power_on_hours
        .map(|hours| hours.value as f64 / DAY_HOURS);
    let power_on = host.zip(days).map(|(host, days)| WriteRate {
        of: RateOf::PowerOn,
        run: None,
        days: Some(days),
        bytes_per_day: host.value as f64 / days,
    });
    let since = facts.earlier.and_then(|(run, days, then)| {
        let written = wear::grown(Some(then), host)?.value;
        Some(WriteRate {
            of: RateOf::SinceRun,
            run: Some(run),
            days: Some(days),
            bytes_per_day: written as f64 / days,
        })
    });
    let last = facts.last_run.map(|(run, bytes_per_day)| WriteRate {
        of: RateOf::LastRun,
        run: Some(run),
        days: None,
        bytes_per_day,
    });
    let all = [power_on, since, last].into_iter().flatten();
    let is_worth =
        |rate: &WriteRate| rate.days.is_none_or(|days| days >= SHORTEST) && rate.bytes_per_day > 0.0;
    all.filter(is_worth).collect()
}

fn years_left(facts: &DriveFacts, rated: &RatedWrites, rate: &WriteRate) -> Vec<YearsLeft> {
    let wear = &facts.wear;
    let years = |bytes: f64| bytes.max(0.0) / rate.bytes_per_day / YEAR_DAYS;
    let written = wear.host_written.map(|told| told.value as f64);
    let row = |until, least: f64, most: Option<f64>| YearsLeft {
        at: rate.of,
        until,
        least: years(least),
        most: most.map(years),
    };
    let tbw = rated.bytes(facts.capacity_bytes).zip(written);
    let tbw = tbw.map(|(tbw, written)| row(LifeLimit::Tbw, tbw - written, Some(tbw - written)));
    let estimate = wear.used_percent.zip(written).map(|(used, written)| {
        // Whole percents: the true one may be almost one higher or lower.
        let used = used.value as f64;
        let left_after = |percent: f64| written * (100.0 - percent).max(0.0) / percent;
        let most = (used >= 2.0).then(|| left_after(used - 1.0));
        row(LifeLimit::Estimate, left_after(used + 1.0), most)
    });
    let flash = wear.rated_media.zip(wear.media_written).zip(wear.amplification());
    let flash = flash.map(|((rated, media), amplification)| {
        let left = (rated.value as f64 - media.value as f64) / amplification;
        row(LifeLimit::Flash, left, Some(left))
    });
    [tbw, estimate, flash].into_iter().flatten().collect()
}

impl DriveLife {
    /// How much of its life is used, in a sentence; `None`: unknown.
    fn used(&self, rating: Option<&Rating>, lang: Lang) -> Option<String> {
        let name = &self.name;
        let used = self.used_percent.map(|told| told.value);
        let tbw = rating.and_then(|rating| rating.bytes).zip(self.host_written);
        let tbw = tbw.map(|(rated, host)| Share(host.value as f64 / rated));
        Some(match (used, tbw) {
            (Some(used), Some(share)) => messages::UsedBoth {
                name,
                used: &used,
                share: &share,
            }
            .text(lang),
            (Some(used), None) => messages::UsedByEstimate { name, used: &used }.text(lang),
            (None, Some(share)) => messages::UsedByTbw { name, share: &share }.text(lang),
            (None, None) => return None,
        })
    }
}

/// Why a log told nothing.
fn why(silence: &Silence, device: &str, lang: Lang) -> String {
    match silence {
        Silence::Denied => messages::WhyDenied { device: &device }.text(lang),
        Silence::NoCommand => messages::why_no_command(lang).to_owned(),
        Silence::Refused { status } => messages::WhyRefused {
            status: &format!("{status:#x}"),
        }
        .text(lang),
        Silence::System { error } => messages::WhySystem { error }.text(lang),
        Silence::NotListed => messages::why_not_listed(lang).to_owned(),
        Silence::OtherLayout => messages::why_other_layout(lang).to_owned(),
        Silence::AllZero => messages::why_all_zero(lang).to_owned(),
        Silence::SmartOff => messages::why_smart_off(lang).to_owned(),
        Silence::ModelUnknown { model } => messages::WhyModelUnknown { model }.text(lang),
    }
}

fn notes(drives: &[DriveFacts], lives: &[DriveLife], rating: Option<&Rating>, lang: Lang) -> Vec<String> {
    let mut notes: Vec<String> = drives
        .iter()
        .filter_map(|drive| no_questions(drive, lang))
        .collect();
    let has = |is: fn(&DriveLife) -> bool| lives.iter().any(is);
    let has_left = |until| {
        lives
            .iter()
            .any(|life| life.left.iter().any(|left| left.until == until))
    };
    let has_rate = |of| {
        lives
            .iter()
            .any(|life| life.rates.iter().any(|rate| rate.of == of))
    };
    let wears = drives.iter().any(|drive| !drive.rotates);
    let plain = [
        (
            wears && rating.is_none(),
            messages::no_tbw as fn(Lang) -> &'static str,
        ),
        (has_left(LifeLimit::Estimate), messages::whole_percents),
        (has_rate(RateOf::PowerOn), messages::years_powered_on),
        (has_rate(RateOf::LastRun), messages::last_run_all_day),
        (
            has(|life| life.write_amplification.is_some_and(|a| a < 1.0)),
            messages::below_one,
        ),
        (
            has(|life| life.host_written.is_some() && life.rates.iter().all(|rate| rate.days.is_none())),
            messages::too_short_for_a_rate,
        ),
    ];
    let plain = plain.into_iter().filter(|(is_so, _)| *is_so);
    notes.extend(plain.map(|(_, note)| note(lang).to_owned()));
    notes
}

/// Why a drive is asked nothing.
fn no_questions(drive: &DriveFacts, lang: Lang) -> Option<String> {
    let (name, transport) = (&drive.name, &drive.transport.name());
    if drive.rotates {
        return Some(messages::Rotates { name }.text(lang));
    }
    match drive.transport {
        Transport::Nvme | Transport::Sata => None,
        Transport::Memory | Transport::Pmem => Some(messages::IsMemory { name, transport }.text(lang)),
        Transport::Sas | Transport::Usb | Transport::Scsi | Transport::Mmc | Transport::Unknown => {
            Some(messages::NotAsked { name, transport }.text(lang))
        }
        _ => Some(messages::DriveIsElsewhere { name, transport }.text(lang)),
    }
}

/// Decimal units, as data sheets have them: `180 TB`, `41.2 GB`.
pub(crate) fn decimal(bytes: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB")];
    let fits = UNITS.into_iter().find(|(unit, _)| bytes >= 0.9995 * unit);
    let (unit, name) = fits.unwrap_or((1e6, "MB"));
    format!("{} {name}", short(bytes / unit))
}
