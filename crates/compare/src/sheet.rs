//! Reads a spec sheet: a TOML file with `device`, `source` and `[[claim]]` tables. What it means is in `record::claims`.
//!
//! Every mistake is told with its line, what was found, what may stand there, and the name that was probably meant.

use std::ops::Range;

use fiord_job::nearest::nearest;
use fiord_record::claims::{Claim, ClaimedRate, DriveState, SpecSheet, Spread, Workload, units};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::quantity::parse_bytes;

/// Keys of the sheet.
const SHEET: [&str; 3] = ["device", "source", "claim"];
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

    fn unknown_keys(&mut self, table: &DeTable<'_>, known: &[&str], of: &str) {
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let all = known.join(", ");
                let message = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("`{name}`: not a key of a {of}; did you mean `{near}`? ({all})"),
                    None => format!("`{name}`: not a key of a {of}; allowed: {all}"),
                };
                self.wrong(key.span(), message);
            }
        }
    }

    fn sheet(&mut self, table: &DeTable<'_>) -> SpecSheet {
        self.unknown_keys(table, &SHEET, "spec sheet");
        let mut sheet = SpecSheet {
            device: self.words(table, "device", 0..0, true).unwrap_or_default(),
            source: self.words(table, "source", 0..0, true).unwrap_or_default(),
            claims: Vec::new(),
        };
        let Some(claims) = table.get("claim") else {
            self.wrong(
                0..0,
                "no claim found; each is a table that begins with [[claim]]".to_owned(),
            );
            return sheet;
        };
        match claims.get_ref() {
            DeValue::Array(claims) => {
                for claim in claims.iter() {
                    if let DeValue::Table(table) = claim.get_ref() {
                        let at = claim.span();
                        sheet.claims.extend(self.claim(table, at));
                    } else {
                        self.wrong(claim.span(), "a claim is a table: [[claim]]".to_owned());
                    }
                }
            }
            _ => self.wrong(
                claims.span(),
                "claims are written with two brackets: [[claim]]".to_owned(),
            ),
        }
        sheet
    }

    fn claim(&mut self, table: &DeTable<'_>, at: Range<usize>) -> Option<Claim> {
        self.unknown_keys(table, &CLAIM, "claim");
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
                    self.wrong(at, format!("`{key}` is missing: a text"));
                }
                None
            }
            Some(value) => match value.get_ref() {
                DeValue::String(text) if !text.trim().is_empty() => Some(text.to_string()),
                _ => {
                    let written = self.written(value);
                    self.wrong(
                        value.span(),
                        format!("`{key}` is {written}; it is a text in quotes"),
                    );
                    None
                }
            },
        }
    }

    /// Which of the names stands at a key.
    fn choice(&mut self, table: &DeTable<'_>, key: &str, at: &Range<usize>, names: &[&str]) -> Option<usize> {
        let all = names.join(", ");
        let Some(value) = table.get(key) else {
            self.wrong(at.clone(), format!("`{key}` is missing: one of {all}"));
            return None;
        };
        let text = match value.get_ref() {
            DeValue::String(text) => text.as_ref(),
            _ => "",
        };
        let found = names.iter().position(|name| *name == text);
        if found.is_none() {
            let written = self.written(value);
            let meant = nearest(text, names.iter().copied())
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            self.wrong(
                value.span(),
                format!("`{key}` is {written}; it is one of {all}{meant}"),
            );
        }
        found
    }

    fn block_size(&mut self, table: &DeTable<'_>) -> Option<u64> {
        let value = table.get("bs")?;
        let size = match value.get_ref() {
            DeValue::String(text) => parse_bytes(text),
            DeValue::Integer(number) => parse_bytes(&number.to_string()),
            _ => Err("it is a size as in a job: \"128k\"".to_owned()),
        };
        match size {
            Ok(bytes) if bytes > 0 => Some(bytes),
            other => {
                let written = self.written(value);
                let why = other.err().unwrap_or_else(|| "it is more than 0".to_owned());
                self.wrong(value.span(), format!("`bs` is {written}; {why}"));
                None
            }
        }
    }

    fn count(&mut self, table: &DeTable<'_>, key: &str) -> Option<u32> {
        let value = table.get(key)?;
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.to_string().parse::<u32>().ok().filter(|count| *count > 0),
            _ => None,
        };
        if number.is_none() {
            let written = self.written(value);
            self.wrong(
                value.span(),
                format!("`{key}` is {written}; it is a whole number from 1 on, without quotes"),
            );
        }
        number
    }

    /// Exactly one of `iops` and `bandwidth`.
    fn rate(&mut self, table: &DeTable<'_>, at: &Range<usize>) -> Option<ClaimedRate> {
        let (key, value) = match (table.get("iops"), table.get("bandwidth")) {
            (Some(iops), None) => ("iops", iops),
            (None, Some(bandwidth)) => ("bandwidth", bandwidth),
            (Some(_), Some(second)) => {
                let message = "a claim has `iops` or `bandwidth`, not both; write two claims".to_owned();
                self.wrong(second.span(), message);
                return None;
            }
            (None, None) => {
                let message = "the claim has no number: `iops` or `bandwidth`".to_owned();
                self.wrong(at.clone(), message);
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
                self.wrong(value.span(), format!("`{key}` is a range; a claim is one number"));
                None
            }
            Err(why) => {
                self.wrong(value.span(), format!("`{key}`: {why}"));
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
                "`state` is \"used\"; it is one of new, sustained",
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
            ("iodepth = 32\nband", "iodepth = 0\nband", 7, "from 1 on"),
            (
                "bs = \"128k\"",
                "bs = \"128KiB\"",
                6,
                "does not mean what it seems",
            ),
            ("bs = \"128k\"", "bs = 0", 6, "more than 0"),
            ("2,200MB/s", "2200", 8, "2200MB/s, 16.8MiB/s"),
            ("2,200MB/s", "1-2GB/s", 8, "is a range"),
            ("source = \"product brief\"\n", "", 1, "`source` is missing"),
            (
                "device = \"Micron 2210 512 GB\"",
                "device = 7",
                1,
                "a text in quotes",
            ),
            ("state = \"new\"\n", "", 4, "`state` is missing"),
            ("iops = 320_000\n", "", 12, "no number"),
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
