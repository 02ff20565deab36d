//! `buffer_pattern` and `verify_pattern`: strings, numbers, files and offsets, one after the other.

use fiord_messages::job_options;

use super::draft::{Draft, Problem};
use crate::plan::BytePattern;

/// fio's limit.
const PATTERN_MAX: usize = 512;

/// Bytes of the offset that stands for `%o`.
const OFFSET_LEN: usize = 8;

/// Whether `%o` is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offsets {
    Allowed,
    Refused,
}

/// Reads a pattern.
pub(super) fn pattern(text: &str, offsets: Offsets, draft: &mut Draft) -> Result<BytePattern, Problem> {
    let mut pattern = BytePattern::default();
    let mut rest = text.trim();
    // Pieces may stand apart.
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '"' => string(&rest[1..], &mut pattern.bytes)?,
            '\'' => file(&rest[1..], &mut pattern.bytes, draft)?,
            '%' => offset(rest, offsets, &mut pattern)?,
            _ if rest.starts_with("0x") || rest.starts_with("0X") => {
                hexadecimal(&rest[2..], &mut pattern.bytes)?
            }
            '-' | '+' | '0'..='9' => decimal(rest, &mut pattern.bytes)?,
            _ => return Err(wrong(rest)),
        }
        .trim_start();
    }
    let length = pattern.bytes.len();
    if length == 0 || length > PATTERN_MAX {
        return Err(
            Problem::new(|lang| job_options::PatternLength { length: &length }.text(lang))
                .help(|lang| job_options::PatternRange { most: &PATTERN_MAX }.text(lang)),
        );
    }
    Ok(pattern)
}

fn wrong(text: &str) -> Problem {
    let shown: String = text.chars().take(40).collect();
    Problem::new(|lang| job_options::NotAPattern { text: &shown }.text(lang)).help(job_options::pattern_forms)
}

fn string<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, Problem> {
    let (inside, rest) = text.split_once('"').ok_or_else(|| wrong(text))?;
    bytes.extend_from_slice(inside.as_bytes());
    Ok(rest)
}

/// As much of the file as fits into a pattern.
fn file<'a>(text: &'a str, bytes: &mut Vec<u8>, draft: &mut Draft) -> Result<&'a str, Problem> {
    let (path, rest) = text.split_once('\'').ok_or_else(|| wrong(text))?;
    let room = PATTERN_MAX.saturating_sub(bytes.len());
    let content = (draft.machine.file)(path, room + 1).map_err(|reason| {
        Problem::new(|lang| {
            job_options::PatternFile {
                path: &path,
                reason: &reason.text(lang),
            }
            .text(lang)
        })
    })?;
    if content.len() > room {
        draft.warn(
            |lang| {
                job_options::PatternFileCut {
                    bytes: &room,
                    path: &path,
                }
                .text(lang)
            },
            |lang| job_options::PatternMost { most: &PATTERN_MAX }.text(lang),
        );
    }
    bytes.extend(content.into_iter().take(room));
    Ok(rest)
}

fn offset<'a>(text: &'a str, offsets: Offsets, pattern: &mut BytePattern) -> Result<&'a str, Problem> {
    if offsets == Offsets::Refused {
        return Err(Problem::new(job_options::no_format));
    }
    let rest = text
        .strip_prefix("%o")
        .ok_or_else(|| Problem::new(job_options::only_offset).help(job_options::offset_meaning))?;
    pattern.offsets_at.push(pattern.bytes.len());
    pattern.bytes.extend([0; OFFSET_LEN]);
    Ok(rest)
}

/// The digits as they stand: `0xdeadbeef` is de ad be ef; an odd digit in front counts alone.
fn hexadecimal<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, Problem> {
    let end = text.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len());
    if end == 0 {
        return Err(wrong(text));
    }
    let digits = &text.as_bytes()[..end];
    let (odd, pairs) = digits.split_at(end % 2);
    let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
    bytes.extend(odd.iter().map(|digit| value(*digit)));
    bytes.extend(pairs.chunks(2).map(|pair| value(pair[0]) << 4 | value(pair[1])));
    Ok(&text[end..])
}

/// A signed 32-bit number, lowest byte first, without the empty bytes on top. It ends before the `0x` of a hexadecimal one.
fn decimal<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, Problem> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let mut end = text[sign..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |at| at + sign);
    if text[end..].starts_with(['x', 'X']) && text[..end].ends_with('0') {
        end -= 1;
    }
    let number: i32 = text[..end].parse().map_err(|_| wrong(text))?;
    let number = number as u32;
    let kept = (4 - number.leading_zeros() as usize / 8).max(1);
    bytes.extend_from_slice(&number.to_le_bytes()[..kept]);
    Ok(&text[end..])
}
