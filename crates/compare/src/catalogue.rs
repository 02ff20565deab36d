//! The catalogue: published results as data, each with source, date, device, state and caveats (`catalogue/*.toml`).

use fiord_job::units as job_units;
use fiord_messages::{Lang, catalogue as entries, compare as messages, words as choices};
use fiord_record::claims::{Claim, ClaimedRate, DriveState, RatedWrites, SpecSheet, Workload, units};
use fiord_record::ladder::Rung;
use fiord_record::number::JobBytes;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::facts::Facts;
use crate::result::{ComparedResult, Measurement, ResultKind, ResultLabel};
use crate::why::RunCauses;
use crate::workload::WorkloadKey;

/// An entry as it comes with fiord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CatalogueText {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! entries {
    ($($name:literal),+ $(,)?) => {
        [$(CatalogueText { name: $name, text: include_str!(concat!("../../../catalogue/", $name, ".toml")) }),+]
    };
}

/// In the order of lists.
pub const ALL: [CatalogueText; 7] = entries![
    "samsung-960-pro",
    "samsung-960-pro-2tb",
    "micron-2210",
    "latency-numbers-2012",
    "ssd-on-mac-vm-1",
    "ssd-on-mac-vm-2",
    "ssd-on-mac-vm-3",
];

/// An entry.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogueEntry {
    pub name: String,
    pub title: String,
    pub device: String,
    pub source: String,
    /// As far as it is known; empty: not known.
    pub date: String,
    /// `new`, `used`, `unknown`.
    pub state: String,
    pub caveats: Vec<String>,
    /// The report whose published tables it is.
    pub report: Option<String>,
    pub results: Vec<Measurement>,
}

/// The latency that an entry gives for a rung, in nanoseconds, and what it calls it.
pub fn rung(entry: &CatalogueEntry, rung: Rung) -> Option<(f64, &str)> {
    let of_rung = WorkloadKey::of_rung(rung);
    let mut results = entry.results.iter().filter(|one| one.key.may_be(&of_rung));
    results.find_map(|one| Some((one.p50_ns.or(one.mean_ns)?, one.note.as_str())))
}

/// The entry of this name.
pub fn find(name: &str) -> Option<&'static CatalogueText> {
    ALL.iter().find(|entry| entry.name == name)
}

impl CatalogueText {
    /// Reads the entry.
    ///
    /// # Errors
    /// What is wrong in it, with its key.
    pub fn read(&self) -> Result<CatalogueEntry, String> {
        read(self.name, self.text)
    }
}

fn read(name: &str, text: &str) -> Result<CatalogueEntry, String> {
    let parsed = DeTable::parse(text).map_err(|error| format!("{name}: {}", error.message()))?;
    let table = parsed.get_ref();
    only(
        name,
        table,
        &[
            "title", "device", "source", "date", "state", "caveats", "report", "result",
        ],
    )?;
    let lang = Lang::current();
    let missing = |key: &str| {
        messages::KeyMissing {
            entry: &name,
            key: &key,
        }
        .text(lang)
    };
    let needed = |key: &str| words(table, key).ok_or_else(|| missing(key));
    let mut entry = CatalogueEntry {
        name: name.to_owned(),
        title: needed("title")?,
        device: needed("device")?,
        source: needed("source")?,
        date: needed("date")?,
        state: needed("state")?,
        caveats: Vec::new(),
        report: words(table, "report"),
        results: Vec::new(),
    };
    for caveat in list(table, "caveats") {
        match caveat.get_ref() {
            DeValue::String(text) => entry.caveats.push(text.to_string()),
            _ => return Err(messages::CaveatNoText { entry: &name }.text(lang)),
        }
    }
    for result in list(table, "result") {
        match result.get_ref() {
            DeValue::Table(table) => entry.results.push(result_of(name, table)?),
            _ => return Err(messages::ResultNoTable { entry: &name }.text(lang)),
        }
    }
    Ok(entry)
}

fn only(name: &str, table: &DeTable<'_>, known: &[&str]) -> Result<(), String> {
    let unknown = table.keys().find(|key| !known.contains(&key.get_ref().as_ref()));
    match unknown {
        Some(key) => Err(messages::KeyUnknown {
            entry: &name,
            key: key.get_ref(),
            allowed: &known.join(", "),
        }
        .text(Lang::current())),
        None => Ok(()),
    }
}

fn words(table: &DeTable<'_>, key: &str) -> Option<String> {
    match table.get(key)?.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

fn count(table: &DeTable<'_>, key: &str) -> Option<u32> {
    match table.get(key)?.get_ref() {
        DeValue::Integer(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

fn list<'t>(table: &'t DeTable<'t>, key: &str) -> Vec<&'t Spanned<DeValue<'t>>> {
    match table.get(key).map(Spanned::get_ref) {
        Some(DeValue::Array(values)) => values.iter().collect(),
        _ => Vec::new(),
    }
}

fn result_of(name: &str, table: &DeTable<'_>) -> Result<Measurement, String> {
    only(
        name,
        table,
        &[
            "rw",
            "bs",
            "iodepth",
            "numjobs",
            "iops",
            "bandwidth",
            "mean_latency",
            "rung",
            "latency",
            "note",
        ],
    )?;
    let (entry, lang) = (&name, Lang::current());
    let rung = words(table, "rung");
    let rung = rung.and_then(|word| Rung::ALL.into_iter().find(|rung| rung.name() == word));
    let bytes = match words(table, "bs") {
        Some(size) => Some(
            job_units::quantity(&size, 1024)
                .ok()
                .and_then(|quantity| u64::try_from(quantity.value).ok())
                .ok_or_else(|| messages::SizeWrong { entry, size: &size }.text(lang))?,
        ),
        None => None,
    };
    let (iodepth, numjobs) = (count(table, "iodepth"), count(table, "numjobs"));
    let key = match (rung, words(table, "rw")) {
        (Some(rung), _) => WorkloadKey::of_rung(rung),
        (None, Some(rw)) => claimed(&rw, bytes, iodepth, numjobs),
        (None, None) => return Err(messages::KeyMissing { entry, key: &"rw" }.text(lang)),
    };
    let time = |text: &str| units::latency(text).map(|(spread, _)| spread);
    let rate = |key: &str, read: &dyn Fn(&str) -> Result<units::Spread, String>| match words(table, key) {
        Some(text) => read(&text).map(|spread| Some(spread.low)),
        None => Ok(None),
    };
    let one = Measurement {
        key,
        run: name.to_owned(),
        iops: rate("iops", &units::iops)?,
        bytes_per_s: rate("bandwidth", &units::bandwidth)?,
        p50_ns: rate("latency", &time)?,
        mean_ns: rate("mean_latency", &time)?,
        is_claim: true,
        note: words(table, "note").unwrap_or_default(),
        ..Measurement::default()
    };
    if one
        .iops
        .or(one.bytes_per_s)
        .or(one.mean_ns)
        .or(one.p50_ns)
        .is_none()
    {
        return Err(messages::NumberMissing { entry }.text(lang));
    }
    Ok(one)
}

/// The workload of a claim about a device: past the page cache, without syncs.
fn claimed(rw: &str, block_bytes: Option<u64>, iodepth: Option<u32>, numjobs: Option<u32>) -> WorkloadKey {
    WorkloadKey {
        rw: Some(rw.to_owned()),
        direction: if rw.ends_with("read") { "read" } else { "write" }.to_owned(),
        block_bytes,
        bs: block_bytes.map(|bytes| JobBytes(bytes).to_string()),
        iodepth,
        numjobs,
        engine: None,
        direct: Some(true),
        sync: Some("none".to_owned()),
        more: Vec::new(),
        rung: None,
        tool: None,
    }
}

/// A text of an entry that comes with fiord is a message. Titles of works and names of products have none.
fn translated<'t>(id: &str, text: &'t str, lang: Lang) -> &'t str {
    let message = entries::find(id).filter(|message| message(Lang::En) == text);
    message.map_or(text, |message| message(lang))
}

impl CatalogueEntry {
    pub fn title(&self, lang: Lang) -> &str {
        translated(&format!("{}-title", self.name), &self.title, lang)
    }

    fn device(&self, lang: Lang) -> &str {
        translated(&format!("{}-device", self.name), &self.device, lang)
    }

    /// Where its numbers come from, as a sentence.
    pub fn source(&self, lang: Lang) -> String {
        source(
            translated(&format!("{}-source", self.name), &self.source, lang),
            lang,
        )
    }

    fn caveat<'t>(&self, index: usize, text: &'t str, lang: Lang) -> &'t str {
        translated(&format!("{}-caveat-{}", self.name, index + 1), text, lang)
    }

    /// The entry as a data sheet, if it is the maker's: claims for a new device.
    pub fn sheet(&self) -> Option<SpecSheet> {
        let claims: Option<Vec<Claim>> = self.results.iter().map(claim).collect();
        Some(SpecSheet {
            device: self.device.clone(),
            source: self.source.clone(),
            claims: claims.filter(|_| self.state == "new")?,
            writes: RatedWrites::default(),
        })
    }

    /// What is compared.
    pub fn result(&self, lang: Lang) -> ComparedResult {
        let state = messages::PublishedState {
            device_state: match self.state.as_str() {
                "new" => choices::DeviceState::New,
                "used" => choices::DeviceState::Used,
                _ => choices::DeviceState::Unknown,
            },
        };
        let mut caveats = vec![state.text(lang), self.source(lang)];
        let own = self.caveats.iter().enumerate();
        caveats.extend(own.map(|(index, text)| self.caveat(index, text, lang).to_owned()));
        let date = Some(self.date.clone()).filter(|date| !date.is_empty());
        let with_note = |one: &Measurement| Measurement {
            note: match one.note.as_str() {
                "" => String::new(),
                note => messages::SourceNote { note: &note }.text(lang),
            },
            ..one.clone()
        };
        ComparedResult {
            label: ResultLabel {
                first: date.clone(),
                last: date,
                caveats,
                ..ResultLabel::new(&self.name, ResultKind::Catalogue, self.title(lang))
            },
            measurements: self.results.iter().map(with_note).collect(),
            facts: device(self.device(lang)),
            causes: RunCauses::default(),
        }
    }
}

/// A published number of a new device as a claim; none without a rate.
fn claim(one: &Measurement) -> Option<Claim> {
    let rw = one.key.rw.as_deref()?;
    let iops = one.iops.map(ClaimedRate::Iops);
    Some(Claim {
        workload: Workload::ALL.into_iter().find(|workload| workload.name() == rw)?,
        block_bytes: one.key.block_bytes,
        iodepth: one.key.iodepth,
        numjobs: one.key.numjobs.unwrap_or(1),
        rate: iops.or(one.bytes_per_s.map(ClaimedRate::Bandwidth))?,
        state: DriveState::New,
        note: Some(one.note.clone()).filter(|note| !note.is_empty()),
    })
}

fn source(source: &str, lang: Lang) -> String {
    messages::Source { source: &source }.text(lang)
}

fn device(name: &str) -> Facts {
    Facts(vec![("device".into(), Some(name.to_owned()))])
}

/// A data sheet as a result. Workers that it does not state are not taken to be one.
pub fn of_sheet(name: &str, sheet: &SpecSheet, lang: Lang) -> ComparedResult {
    let measurements = sheet.claims.iter().map(|claim| {
        let numjobs = (claim.numjobs > 1).then_some(claim.numjobs);
        let (iops, bytes_per_s) = match claim.rate {
            ClaimedRate::Iops(value) => (Some(value), None),
            ClaimedRate::Bandwidth(value) => (None, Some(value)),
        };
        let state = messages::ClaimState {
            drive_state: match claim.state {
                DriveState::New => choices::DriveState::New,
                DriveState::Sustained => choices::DriveState::Sustained,
            },
        };
        let note = claim.note.as_ref();
        let note = note.map(|note| messages::SourceNote { note }.text(lang));
        let notes: Vec<String> = [state.text(lang)].into_iter().chain(note).collect();
        Measurement {
            key: claimed(claim.workload.name(), claim.block_bytes, claim.iodepth, numjobs),
            run: name.to_owned(),
            iops,
            bytes_per_s,
            is_claim: true,
            note: lang.sentences(&notes),
            ..Measurement::default()
        }
    });
    ComparedResult {
        label: ResultLabel {
            caveats: vec![
                messages::maker_claims(lang).to_owned(),
                source(&sheet.source, lang),
            ],
            ..ResultLabel::new(name, ResultKind::Sheet, sheet.device.as_str())
        },
        measurements: measurements.collect(),
        facts: device(&sheet.device),
        causes: RunCauses::default(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_makers_are_data_sheets() {
        let sheet = |name| find(name).unwrap().read().unwrap().sheet();
        let micron = sheet("micron-2210").unwrap();
        let claims: Vec<_> = micron
            .claims
            .iter()
            .map(|claim| (claim.workload, claim.rate))
            .collect();
        assert_eq!(
            claims,
            [
                (Workload::Read, ClaimedRate::Bandwidth(2.2e9)),
                (Workload::Write, ClaimedRate::Bandwidth(1.07e9))
            ]
        );
        assert!(sheet("samsung-960-pro").is_some());
        assert_eq!(
            (sheet("latency-numbers-2012"), sheet("ssd-on-mac-vm-1")),
            (None, None)
        );
    }

    #[test]
    fn sentences_of_entries_are_in_each_language() {
        for text in &ALL {
            let entry = text.read().unwrap();
            for (index, caveat) in entry.caveats.iter().enumerate() {
                assert_ne!(entry.caveat(index, caveat, Lang::ZhCn), caveat, "{}", entry.name);
                assert_ne!(entry.caveat(index, caveat, Lang::ZhTw), caveat, "{}", entry.name);
            }
            let named = |text: &str| entry.source(Lang::ZhCn).contains(text);
            assert!(!named("manufacturer"), "{}", entry.name);
        }
    }

    #[test]
    fn every_entry_is_read_and_has_a_source() {
        for text in &ALL {
            let entry = text.read().unwrap_or_else(|error| panic!("{error}"));
            assert!(
                !entry.source.is_empty() && !entry.caveats.is_empty(),
                "{}",
                entry.name
            );
            assert_eq!(entry.results.is_empty(), entry.report.is_some(), "{}", entry.name);
            assert!(entry.result(Lang::En).measurements.iter().all(|one| one.is_claim));
        }
        let samsung = find("samsung-960-pro").unwrap().read().unwrap();
        assert_eq!(samsung.results[0].bytes_per_s, Some(3.5e9));
        assert_eq!(samsung.results[4].key.brief(), "randread 4k qd32 ×?");
    }

    #[test]
    fn mistakes_are_refused() {
        let good = ALL[0].text;
        for (from, to, words) in [
            ("rw = \"read\"", "rv = \"read\"", "`rv`"),
            ("3500MB/s", "3500", "MiB/s"),
            ("bs = \"4k\"", "bs = \"x\"", "a size"),
            ("state = \"new\"\n", "", "state is missing"),
            ("iops = \"14k\"\n", "", "no number"),
        ] {
            let error = read("x", &good.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(words), "{to}: {error}");
        }
    }
}
