//! Numbers with units, exactly as fio 3.33 reads them; checked against the installed fio by `tests/values_oracle.rs`.
//!
//! Reading is total: text in, value or [`UnitError`] out. Where fio's reading is legal but surprising, the value carries
//! a [`Surprise`], which the lowering turns into a warning.

/// A number as fio reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity {
    /// The number, already multiplied by its unit, saturated at the ends of the type.
    pub value: i64,
    /// What it counts.
    pub unit: Unit,
    /// Why this may not be what was meant.
    pub surprise: Option<Surprise>,
}

/// What a [`Quantity`] counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Itself: bytes, I/Os, …
    One,
    /// Hundredths of something.
    Percent,
    Zones,
}

/// A legal reading that is probably not what was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Surprise {
    /// `4KiB` is 4000, because fio swaps the two families unless `kb_base=1000`.
    SwappedBase,
    /// `1.5k` is 1: reading stops at the point, the unit is lost.
    Fraction,
    /// `0x4k` is 4: a unit does not count behind a hexadecimal number.
    HexUnit,
    /// `4foo`, `4 k`: whatever follows is ignored.
    Ignored,
    /// `30sec`, `1min`: no unit of time, so microseconds.
    TimeUnit,
}

/// Why a text is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitError {
    /// Nothing there.
    Empty,
    /// No digit where one is needed.
    NotANumber,
    /// Does not fit 63 bits.
    TooLarge,
}

/// Splits the leading number as `strtoll` does: blanks, sign, digits; hexadecimal as soon as the text has `0x` anywhere.
fn leading_number(text: &str) -> Result<(i64, &str, bool), UnitError> {
    if text.is_empty() {
        return Err(UnitError::Empty);
    }
    let hex = text.contains("0x") || text.contains("0X");
    let body = text.trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
    let (negative, body) = match body.as_bytes().first() {
        Some(b'-') => (true, &body[1..]),
        Some(b'+') => (false, &body[1..]),
        _ => (false, body),
    };
    let radix = if hex { 16 } else { 10 };
    let prefixed = hex
        && (body.starts_with("0x") || body.starts_with("0X"))
        && body[2..].starts_with(|c: char| c.is_ascii_hexdigit());
    let digits = if prefixed { &body[2..] } else { body };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if end == 0 {
        return Err(UnitError::NotANumber);
    }
    let magnitude = i64::from_str_radix(&digits[..end], radix).map_err(|_| UnitError::TooLarge)?;
    Ok((if negative { -magnitude } else { magnitude }, &digits[end..], hex))
}

/// The place where fio looks for the unit: behind sign and decimal digits from the very start, if a letter or `%` is
/// there. Hexadecimal digits and leading blanks stop it early, which is why `0x4k` and ` 4k` have no unit.
fn unit_text(text: &str) -> &str {
    let mut digit_seen = false;
    for (at, c) in text.char_indices() {
        let goes_on = c.is_ascii_digit() || (!digit_seen && (c == '+' || c == '-'));
        if !goes_on {
            return if c.is_ascii_alphabetic() || c == '%' {
                &text[at..]
            } else {
                ""
            };
        }
        digit_seen |= c.is_ascii_digit();
    }
    ""
}

/// Reads an integer with a unit of size. `kb_base` is 1024 (fio's default, under which `k` and `kb` are binary and `kib`
/// is decimal) or 1000, which swaps them.
pub fn quantity(text: &str, kb_base: u32) -> Result<Quantity, UnitError> {
    let (number, rest, hex) = leading_number(text)?;
    let unit = unit_text(text).to_ascii_lowercase();
    let mut quantity = Quantity {
        value: number,
        unit: Unit::One,
        surprise: None,
    };
    match unit.as_bytes().first() {
        Some(b'%') => quantity.unit = Unit::Percent,
        Some(b'z') => quantity.unit = Unit::Zones,
        Some(prefix) if !hex => {
            if let Some(power) = b"kmgtp".iter().position(|p| p == prefix) {
                let swapped = unit[1..].starts_with("ib");
                let base: i64 = if (kb_base == 1000) == swapped { 1024 } else { 1000 };
                let factor = base.saturating_pow(power as u32 + 1);
                quantity.value = number.checked_mul(factor).ok_or(UnitError::TooLarge)?;
                quantity.surprise = (swapped && kb_base != 1000).then_some(Surprise::SwappedBase);
            }
        }
        _ => {}
    }
    quantity.surprise = quantity.surprise.or_else(|| ignored_text(rest, &unit, hex));
    Ok(quantity)
}

/// What, if anything, stands behind the number and is not part of it.
fn ignored_text(rest: &str, unit: &str, hex: bool) -> Option<Surprise> {
    let rest = rest.trim_end();
    const KNOWN: [&str; 6] = ["b", "%", "z", "k", "m", "g"];
    if rest.is_empty() {
        return None;
    }
    if hex {
        return Some(Surprise::HexUnit);
    }
    if rest.starts_with('.') {
        return Some(Surprise::Fraction);
    }
    let unit = unit.trim_end();
    // fio looks at the first `%` only; `%%` is how scripts that format their text write it.
    let known = KNOWN.contains(&unit)
        || unit == "%%"
        || ["", "b", "i", "ib"]
            .iter()
            .any(|tail| unit.len() == 1 + tail.len() && "kmgtp".contains(&unit[..1]) && unit.ends_with(tail));
    (!known).then_some(Surprise::Ignored)
}

/// What a time without unit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BareTime {
    /// `runtime` and the like.
    Seconds,
    /// `thinktime` and the like.
    Micros,
}

/// Reads a time, in microseconds.
pub fn time_us(text: &str, bare: BareTime) -> Result<Quantity, UnitError> {
    let (number, rest, hex) = leading_number(text)?;
    let at = text
        .find(|c: char| !(c.is_ascii_digit() || c == '+' || c == '-'))
        .unwrap_or(text.len());
    let unit = &text[at..];
    let (factor, surprise) = if unit.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let lower = unit.to_ascii_lowercase();
        match lower.as_str() {
            _ if lower.starts_with("us") => (1, None),
            _ if lower.starts_with("ms") => (1_000, None),
            "s" => (1_000_000, None),
            "m" => (60_000_000, None),
            "h" => (3_600_000_000, None),
            "d" => (86_400_000_000, None),
            _ => (1, Some(Surprise::TimeUnit)),
        }
    } else {
        let factor = if bare == BareTime::Seconds { 1_000_000 } else { 1 };
        let surprise = match rest.trim_end() {
            "" => None,
            _ if hex => Some(Surprise::HexUnit),
            tail if tail.starts_with('.') => Some(Surprise::Fraction),
            _ => Some(Surprise::Ignored),
        };
        (factor, surprise)
    };
    Ok(Quantity {
        value: number.checked_mul(factor).ok_or(UnitError::TooLarge)?,
        unit: Unit::One,
        surprise,
    })
}

/// Reads 0 or 1 as `sscanf("%d")` does: leading blanks and sign, digits, the rest ignored.
pub fn small_int(text: &str) -> Result<Quantity, UnitError> {
    let (value, rest, _) = leading_number(text)?;
    Ok(Quantity {
        value,
        unit: Unit::One,
        surprise: (!rest.trim_end().is_empty()).then_some(Surprise::Ignored),
    })
}

/// Reads a decimal number as `sscanf("%lf")` does; returns it and what follows.
pub fn float(text: &str) -> Result<(f64, &str), UnitError> {
    let body = text.trim_start();
    if body.is_empty() {
        return Err(UnitError::Empty);
    }
    let mut end = 0;
    let mut seen = (false, false, false); // digit, point, exponent
    for (at, c) in body.char_indices() {
        let after_exponent = at > 0 && matches!(body.as_bytes()[at - 1], b'e' | b'E');
        match c {
            '0'..='9' => {
                seen.0 = true;
                end = at + 1;
            }
            '+' | '-' if at == 0 || after_exponent => {}
            '.' if !seen.1 && !seen.2 => {
                seen.1 = true;
                if seen.0 {
                    end = at + 1;
                }
            }
            'e' | 'E' if seen.0 && !seen.2 => seen.2 = true,
            _ => break,
        }
    }
    let value = body[..end].parse::<f64>().map_err(|_| UnitError::NotANumber)?;
    Ok((value, &body[end..]))
}

/// Splits one step off a list of integers: commas first; only where none is left, `:`, then `-`. Returns the text that
/// is read (to the next comma) and what remains.
pub fn split_ints(text: &str) -> (&str, Option<&str>) {
    let cut = text
        .find(',')
        .or_else(|| text.find(':'))
        .or_else(|| text.find('-'));
    let head = text.split(',').next().unwrap_or(text);
    (head, cut.map(|at| &text[at + 1..]))
}
