//! The `format` file of an event: its number, and where its fields lie on this kernel.

/// One field of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    pub offset: usize,
    pub size: usize,
    pub signed: bool,
}

impl Field {
    /// The field as a number; `None` where the record is too short. Signed values are extended.
    pub fn number(&self, record: &[u8]) -> Option<u64> {
        let bytes = self.bytes(record)?;
        let mut wide = [0; 8];
        wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let value = u64::from_ne_bytes(wide);
        let bits = bytes.len() as u32 * 8;
        let negative = self.signed && bits < 64 && value >> (bits - 1) == 1;
        Some(if negative { value | u64::MAX << bits } else { value })
    }

    /// Its bytes.
    pub fn bytes<'r>(&self, record: &'r [u8]) -> Option<&'r [u8]> {
        record.get(self.offset..self.offset.checked_add(self.size)?)
    }
}

/// What an event looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    /// What `common_type` holds in its records.
    pub id: u16,
    fields: Vec<(String, Field)>,
}

impl Format {
    /// Reads a `format` file. `None`: it does not look like one.
    pub fn parse(text: &str) -> Option<Format> {
        let id = text.lines().find_map(|line| line.strip_prefix("ID:"))?.trim();
        Some(Format {
            id: id.parse().ok()?,
            fields: text.lines().filter_map(field).collect(),
        })
    }

    pub fn field(&self, name: &str) -> Option<Field> {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map(|(_, field)| *field)
    }
}

/// A line such as `field:char rwbs[10]; offset:28; size:10; signed:0;`, with tabs between.
pub(super) fn field(line: &str) -> Option<(String, Field)> {
    let line = line.trim().strip_prefix("field:")?;
    let mut parts = line.split(';').map(str::trim);
    let declared = parts.next()?;
    let name = declared.split_whitespace().last()?.split('[').next()?;
    let mut field = Field {
        offset: 0,
        size: 0,
        signed: false,
    };
    for part in parts.filter(|part| !part.is_empty()) {
        let (what, value) = part.split_once(':')?;
        match what {
            "offset" => field.offset = value.parse().ok()?,
            "size" => field.size = value.parse().ok()?,
            "signed" => field.signed = value == "1",
            _ => {}
        }
    }
    Some((name.to_owned(), field))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const QUEUE: &str = "\
name: block_bio_queue
ID: 2097
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:dev_t dev;\toffset:8;\tsize:4;\tsigned:0;
\tfield:sector_t sector;\toffset:16;\tsize:8;\tsigned:0;
\tfield:char rwbs[10];\toffset:28;\tsize:10;\tsigned:0;
\tfield:__data_loc char[] cmd;\toffset:60;\tsize:4;\tsigned:0;

print fmt: \"%d,%d\", REC->dev
";

    #[test]
    fn fields_are_found_by_name_wherever_they_lie() {
        let format = Format::parse(QUEUE).unwrap();
        assert_eq!(format.id, 2097);
        let rwbs = format.field("rwbs").unwrap();
        assert_eq!((rwbs.offset, rwbs.size), (28, 10));
        assert_eq!(format.field("cmd").unwrap().offset, 60);
        assert_eq!(format.field("nothing"), None);
        assert_eq!(Format::parse("name: x\n"), None);
    }

    #[test]
    fn numbers_keep_their_sign_and_stay_within_the_record() {
        let field = |size, signed| Field {
            offset: 2,
            size,
            signed,
        };
        let record = [0, 0, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0];
        assert_eq!(field(4, true).number(&record), Some(-2_i64 as u64));
        assert_eq!(field(4, false).number(&record), Some(0xffff_fffe));
        assert_eq!(field(8, false).number(&record), Some(0xffff_fffe));
        assert_eq!(field(8, false).number(&record[..9]), None);
        assert_eq!(field(9, false).number(&record), None);
        assert_eq!(field(usize::MAX, false).number(&record), None);
    }
}
