//! Reads a spec sheet: a TOML file with `device`, `source`, the rated writes and `[[claim]]` tables. What it means is in `record::claims`.
//!
//! Every mistake is told with its line, what was found, what may stand there, and the name that was probably meant.

use std::ops::Range;

use fiord_job::nearest::nearest;
use fiord_messages::{Lang, spec_sheet as messages};
use fiord_record::claims::{Claim, ClaimedRate, DriveState, RatedWrites, SpecSheet, Spread, Workload, units};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::quantity::parse_bytes;

/// Keys of the sheet.
const SHEET: [&str; 7] = [
    "device",
    "source",
    "claim",
    "tbw",
    "dwpd",
    "warranty_years",
    "capacity_gb",
];
/// Keys of a claim.
const CLAIM: [&str; 8] = [
    "workload",
    "bs",
    "iodepth",
    "numjobs",
    "iops",
    "bandwidth",
    "state",
    "note",
];

/// Something wrong in a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetMistake {
    /// From 1.
    pub line: usize,
    pub message: String,
}

/// The text and what is wrong in it so far.
struct Reader<'t> {
    text: &'t str,
    mistakes: Vec<SheetMistake>,
}

/// Reads a sheet.
///
/// # Errors
/// Every mistake, in the order of lines.
pub fn parse(text: &str) -> Result<SpecSheet, Vec<SheetMistake>> {
    let mut reader = Reader {
        text,
        mistakes: Vec::new(),
    };
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            reader.wrong(error.span().unwrap_or(0..0), error.message().to_owned());
            return Err(reader.mistakes);
        }
    };
    let sheet = reader.sheet(&table);
    if reader.mistakes.is_empty() {
        Ok(sheet)
    } else {
        reader.mistakes.sort_by_key(|mistake| mistake.line);
        Err(reader.mistakes)
    }
}

impl Reader<'_> {
    fn wrong(&mut self, at: Range<usize>, message: String) {
        let before = self.text.get(..at.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        self.mistakes.push(SheetMistake { line, message });
    }

    fn unknown_keys(&mut self, table: &DeTable<'_>, known: &[&str], is_sheet: bool) {
        let lang = Lang::current();
        for key in table.keys() {
            let name = &key.get_ref().as_ref();
            if !known.contains(name) {
                let allowed = &known.join(", ");
                let message = match (nearest(name, known.iter().copied()), is_sheet) {
                    (Some(near), true) => messages::MisspeltKeyOfSheet {
                        name,
                        near: &near,
                        allowed,
                    }
                    .text(lang),
                    (Some(near), false) => messages::MisspeltKeyOfClaim {
                        name,
                        near: &near,
                        allowed,
                    }
                    .text(lang),
                    (None, true) => messages::UnknownKeyOfSheet { name, allowed }.text(lang),
                    (None, false) => messages::UnknownKeyOfClaim { name, allowed }.text(lang),
                };
                self.wrong(key.span(), message);
            }
        }
    }

    fn sheet(&mut self, table: &DeTable<'_>) -> SpecSheet {
        self.unknown_keys(table, &SHEET, true);
        let mut sheet = SpecSheet {
            device: self.words(table, "device", 0..0, true).unwrap_or_default(),
            source: self.words(table, "source", 0..0, true).unwrap_or_default(),
            claims: Vec::new(),
            writes: RatedWrites {
                tbw: self.number(table, "tbw"),
                dwpd: self.number(table, "dwpd"),
                warranty_years: self.number(table, "warranty_years"),
                capacity_gb: self.number(table, "capacity_gb"),
            },
        };
        let Some(claims) = table.get("claim") else {
            if sheet.writes.tbw.or(sheet.writes.dwpd).is_some() {
                return sheet;
            }
            self.wrong(0..0, messages::no_claim(Lang::current()).to_owned());
            return sheet;
        };
        match claims.get_ref() {
            DeValue::Array(claims) => {
                for claim in claims.iter() {
                    if let DeValue::Table(table) = claim.get_ref() {
                        let at = claim.span();
                        sheet.claims.extend(self.claim(table, at));
                    } else {
                        let message = messages::claim_is_no_table(Lang::current());
                        self.wrong(claim.span(), message.to_owned());
                    }
                }
            }
            _ => self.wrong(
                claims.span(),
                messages::claim_with_one_bracket(Lang::current()).to_owned(),
            ),
        }
        sheet
    }

    fn claim(&mut self, table: &DeTable<'_>, at: Range<usize>) -> Option<Claim> {
        self.unknown_keys(table, &CLAIM, false);
        let workload = self.choice(table, "workload", &at, &Workload::ALL.map(Workload::name));
        let state = self.choice(table, "state", &at, &DriveState::ALL.map(DriveState::name));
        let block_bytes = self.block_size(table);
        let iodepth = self.count(table, "iodepth");
        let numjobs = self.count(table, "numjobs").unwrap_or(1);
        let rate = self.rate(table, &at);
        let note = self.words(table, "note", at, false);
        Some(Claim {
            workload: *Workload::ALL.get(workload?)?,
            block_bytes,
            iodepth,
            numjobs,
            rate: rate?,
            state: *DriveState::ALL.get(state?)?,
            note,
        })
    }

    fn words(&mut self, table: &DeTable<'_>, key: &str, at: Range<usize>, needed: bool) -> Option<String> {
        match table.get(key) {
            None => {
                if needed {
                    self.wrong(at, messages::TextMissing { key: &key }.text(Lang::current()));
                }
                None
            }
            Some(value) => match value.get_ref() {
                DeValue::String(text) if !text.trim().is_empty() => Some(text.to_string()),
                _ => {
                    let written = &self.written(value);
                    let message = messages::NotAText { key: &key, written };
                    self.wrong(value.span(), message.text(Lang::current()));
                    None
                }
            },
        }
    }

    /// Which of the names stands at a key.
    fn choice(&mut self, table: &DeTable<'_>, key: &str, at: &Range<usize>, names: &[&str]) -> Option<usize> {
        let (allowed, lang) = (&names.join(", "), Lang::current());
        let Some(value) = table.get(key) else {
            let message = messages::ChoiceMissing { key: &key, allowed };
            self.wrong(at.clone(), message.text(lang));
            return None;
        };
        let text = match value.get_ref() {
            DeValue::String(text) => text.as_ref(),
            _ => "",
        };
        let found = names.iter().position(|name| *name == text);
        if found.is_none() {
            let written = &self.written(value);
            let message = match nearest(text, names.iter().copied()) {
                Some(near) => messages::MisspeltChoice {
                    key: &key,
                    written,
                    allowed,
                    near: &near,
                }
                .text(lang),
                None => messages::NotAChoice {
                    key: &key,
                    written,
                    allowed,
                }
                .text(lang),
            };
            self.wrong(value.span(), message);
        }
        found
    }

    fn block_size(&mut self, table: &DeTable<'_>) -> Option<u64> {
        let value = table.get("bs")?;
        let (written, lang) = (&self.written(value), Lang::current());
        let size = match value.get_ref() {
            DeValue::String(text) => Some(parse_bytes(text)),
            DeValue::Integer(number) => Some(parse_bytes(&number.to_string())),
            _ => None,
        };
        let message = match size {
            Some(Ok(bytes)) if bytes > 0 => return Some(bytes),
            Some(Ok(_)) => messages::BlockSizeZero { written }.text(lang),
            Some(Err(problem)) => messages::BlockSizeWrong { problem: &problem }.text(lang),
            None => messages::BlockSizeNotASize { written }.text(lang),
        };
        self.wrong(value.span(), message);
        None
    }

    fn count(&mut self, table: &DeTable<'_>, key: &str) -> Option<u32> {
        let value = table.get(key)?;
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.to_string().parse::<u32>().ok().filter(|count| *count > 0),
            _ => None,
        };
        if number.is_none() {
            let written = &self.written(value);
            let message = messages::NotACount { key: &key, written };
            self.wrong(value.span(), message.text(Lang::current()));
        }
        number
    }

    /// A number above 0, which may have a fraction.
    fn number(&mut self, table: &DeTable<'_>, key: &str) -> Option<f64> {
        let value = table.get(key)?;
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.to_string().parse().ok(),
            DeValue::Float(number) => number.to_string().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number: &f64| number.is_finite() && *number > 0.0);
        if number.is_none() {
            let written = &self.written(value);
            let message = messages::NotANumber { key: &key, written };
            self.wrong(value.span(), message.text(Lang::current()));
        }
        number
    }

    /// Exactly one of `iops` and `bandwidth`.
    fn rate(&mut self, table: &DeTable<'_>, at: &Range<usize>) -> Option<ClaimedRate> {
        let lang = Lang::current();
        let (key, value) = match (table.get("iops"), table.get("bandwidth")) {
            (Some(iops), None) => ("iops", iops),
            (None, Some(bandwidth)) => ("bandwidth", bandwidth),
            (Some(_), Some(second)) => {
                self.wrong(second.span(), messages::two_rates(lang).to_owned());
                return None;
            }
            (None, None) => {
                self.wrong(at.clone(), messages::no_rate(lang).to_owned());
                return None;
            }
        };
        let read = self.spread(key, value);
        match read {
            Ok(spread) if spread.low == spread.high => Some(if key == "iops" {
                ClaimedRate::Iops(spread.low)
            } else {
                ClaimedRate::Bandwidth(spread.low)
            }),
            Ok(_) => {
                self.wrong(value.span(), messages::RateIsRange { key: &key }.text(lang));
                None
            }
            Err(problem) => {
                let problem = &problem;
                self.wrong(
                    value.span(),
                    messages::RateWrong { key: &key, problem }.text(lang),
                );
                None
            }
        }
    }

    fn spread(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Spread, String> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            _ => self.written(value),
        };
        if key == "iops" {
            units::iops(&text)
        } else {
            units::bandwidth(&text)
        }
    }

    /// A value as it stands in the file.
    fn written(&self, value: &Spanned<DeValue<'_>>) -> String {
        let text = self.text.get(value.span()).unwrap_or_default();
        text.lines().next().unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const GOOD: &str = r#"device = "Micron 2210 512 GB"
source = "product brief"

[[claim]]
workload = "read"
bs = "128k"
iodepth = 32
bandwidth = "2,200MB/s"
state = "new"
note = "QD32, one thread"

[[claim]]
workload = "randwrite"
bs = 4096
iodepth = 32
numjobs = 8
iops = 320_000
state = "sustained"
"#;

    #[test]
    fn a_sheet_is_read() {
        let sheet = parse(GOOD).unwrap();
        assert_eq!(sheet.device, "Micron 2210 512 GB");
        let [read, write] = sheet.claims.as_slice() else {
            panic!("{sheet:?}")
        };
        assert_eq!(read.rate, ClaimedRate::Bandwidth(2.2e9));
        assert_eq!((read.block_bytes, read.depth()), (Some(131_072), Some(32.0)));
        assert_eq!(write.rate, ClaimedRate::Iops(320_000.0));
        assert_eq!(
            (write.workload, write.state),
            (Workload::RandWrite, DriveState::Sustained)
        );
        assert_eq!((write.block_bytes, write.depth()), (Some(4096), Some(256.0)));
    }

    #[test]
    fn rated_writes_are_read_with_and_without_claims() {
        let head = "device = \"D\"\nsource = \"S\"\n";
        let sheet = parse(&format!(
            "{head}tbw = 180\nwarranty_years = 5\ncapacity_gb = 512\n"
        ))
        .unwrap();
        assert_eq!(sheet.writes.bytes(None), Some(180e12));
        let per_day = sheet.writes.per_day(None).unwrap();
        assert!((per_day - 0.1926).abs() < 1e-4, "{per_day}");
        let sheet = parse(&format!("{head}dwpd = 1.5\nwarranty_years = 3\n")).unwrap();
        assert_eq!(
            sheet.writes.bytes(Some(1_000_000_000_000)),
            Some(1.5e12 * 3.0 * 365.0)
        );
        assert_eq!(sheet.writes.bytes(None), None);
        for wrong in ["tbw = \"180TB\"", "dwpd = 0", "tbw = -1"] {
            let mistakes = parse(&GOOD.replacen("[[claim]]", &format!("{wrong}\n[[claim]]"), 1)).unwrap_err();
            assert_eq!((mistakes.len(), mistakes[0].line), (1, 4), "{mistakes:?}");
        }
        assert_eq!(parse(&format!("{head}capacity_gb = 512\n")).unwrap_err().len(), 1);
    }

    #[test]
    fn each_mistake_has_its_line_and_what_may_stand_there() {
        for (from, to, line, words) in [
            (
                "workload = \"read\"",
                "workload = \"raed\"",
                5,
                "did you mean `read`?",
            ),
            (
                "state = \"new\"",
                "state = \"used\"",
                9,
                "`state` is \"used\"; expected one of new, sustained",
            ),
            (
                "iodepth = 32\nband",
                "iodpeth = 32\nband",
                7,
                "did you mean `iodepth`?",
            ),
            (
                "iodepth = 32\nband",
                "iodepth = \"32\"\nband",
                7,
                "without quotes",
            ),
            ("iodepth = 32\nband", "iodepth = 0\nband", 7, "1 or more,"),
            ("bs = \"128k\"", "bs = \"128KiB\"", 6, "is misleading"),
            ("bs = \"128k\"", "bs = 0", 6, "more than 0"),
            ("2,200MB/s", "2200", 8, "2200MB/s, 16.8MiB/s"),
            ("2,200MB/s", "1-2GB/s", 8, "is a range"),
            ("source = \"product brief\"\n", "", 1, "`source` is missing"),
            (
                "device = \"Micron 2210 512 GB\"",
                "device = 7",
                1,
                "a string in quotes",
            ),
            ("state = \"new\"\n", "", 4, "`state` is missing"),
            ("iops = 320_000\n", "", 12, "has no rate"),
            ("state = \"new\"", "state = \"new\"\niops = 5", 10, "not both"),
            (
                "[[claim]]\nworkload = \"read\"",
                "[claim]\nworkload = \"read\"",
                12,
                "",
            ),
            ("iodepth = 32\nband", "iodepth = = 32\nband", 7, ""),
        ] {
            let text = GOOD.replacen(from, to, 1);
            assert_ne!(text, GOOD, "{from} is not in it");
            let mistakes = parse(&text).unwrap_err();
            assert!(
                mistakes.iter().any(|mistake| mistake.message.contains(words)
                    && (mistake.line == line || words == "not both")),
                "{to}: {mistakes:?}"
            );
        }
        let empty = parse("").unwrap_err();
        assert_eq!(empty.len(), 3, "{empty:?}");
    }

    #[test]
    fn all_mistakes_are_told_at_once_in_their_order() {
        let text = GOOD
            .replace("\"read\"", "\"reed\"")
            .replace("\"sustained\"", "\"steady\"");
        let lines: Vec<usize> = parse(&text)
            .unwrap_err()
            .iter()
            .map(|mistake| mistake.line)
            .collect();
        assert_eq!(lines, [5, 18]);
    }
}
