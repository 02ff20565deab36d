//! `buffer_pattern`: strings, decimal and hexadecimal numbers, one after the other.

use super::Problem;

/// fio's limit.
const PATTERN_MAX: usize = 512;

/// Reads a pattern as bytes.
pub(super) fn pattern(text: &str) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let mut rest = text.trim();
    // Pieces may stand apart.
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '"' => string(&rest[1..], &mut bytes)?,
            '\'' => {
                return Err(Problem::refused(
                    "fiord does not have patterns that are read from a file",
                ));
            }
            '%' => {
                return Err(Problem::new(
                    "formats such as %o are not possible in this pattern",
                ));
            }
            _ if rest.starts_with("0x") || rest.starts_with("0X") => hexadecimal(&rest[2..], &mut bytes)?,
            '-' | '+' | '0'..='9' => decimal(rest, &mut bytes)?,
            _ => return Err(wrong(rest)),
        }
        .trim_start();
    }
    if bytes.is_empty() || bytes.len() > PATTERN_MAX {
        return Err(
            Problem::new(format!("a pattern of {} bytes is not possible", bytes.len()))
                .help(format!("1 to {PATTERN_MAX} bytes")),
        );
    }
    Ok(bytes)
}

fn wrong(text: &str) -> Problem {
    Problem::new(format!("`{text}` is not a pattern"))
        .help("a string in double quotes, a hexadecimal number such as 0xdeadbeef, or a decimal number")
}

fn string<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, Problem> {
    let (inside, rest) = text.split_once('"').ok_or_else(|| wrong(text))?;
    bytes.extend_from_slice(inside.as_bytes());
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

/// A signed 32-bit number, lowest byte first, without the empty bytes on top.
fn decimal<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, Problem> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let end = text[sign..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |at| at + sign);
    let number: i32 = text[..end].parse().map_err(|_| wrong(text))?;
    let number = number as u32;
    let kept = (4 - number.leading_zeros() as usize / 8).max(1);
    bytes.extend_from_slice(&number.to_le_bytes()[..kept]);
    Ok(&text[end..])
}
