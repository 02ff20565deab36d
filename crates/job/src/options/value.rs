//! A value that was read: what the kinds of options become.

use crate::units::Quantity;

/// A value that was read, of the shape the option's kind prescribes.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Text; empty for an optional text that was left out.
    Text(String),
    Flag(bool),
    /// Numbers by position; a position left out is `None`.
    Numbers(Vec<Option<Quantity>>),
    /// Low and high by position.
    Ranges(Vec<Option<(u64, u64)>>),
    /// Words, as positions in the option's list, and the text behind `:`.
    Words(Vec<usize>, Option<String>),
    /// Decimal numbers.
    Floats(Vec<f64>),
}

/// The accessors are total: a kind has one shape, so the other arms cannot be reached through the table.
impl Value {
    /// Text, as it is.
    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// A copy of the text.
    pub fn string(&self) -> String {
        self.text().to_owned()
    }

    pub fn flag(&self) -> bool {
        matches!(self, Value::Flag(true))
    }

    /// The first number, as it was checked against the option's range.
    pub fn number(&self) -> Option<Quantity> {
        match self {
            Value::Numbers(parts) => parts.iter().flatten().next().copied(),
            _ => None,
        }
    }

    /// The first number.
    pub fn i64(&self) -> i64 {
        self.number().map_or(0, |quantity| quantity.value)
    }

    /// The first number; negative ones do not get here.
    pub fn u64(&self) -> u64 {
        u64::try_from(self.i64()).unwrap_or(0)
    }

    /// The first number; larger ones do not get here.
    pub fn u32(&self) -> u32 {
        u32::try_from(self.u64()).unwrap_or(u32::MAX)
    }

    /// The first number; larger ones do not get here.
    pub fn u8(&self) -> u8 {
        u8::try_from(self.u64()).unwrap_or(u8::MAX)
    }

    /// The numbers by position.
    pub fn numbers(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        let parts: &[Option<Quantity>] = match self {
            Value::Numbers(parts) => parts,
            _ => &[],
        };
        parts
            .iter()
            .map(|part| part.map(|quantity| u64::try_from(quantity.value).unwrap_or(0)))
    }

    /// The first two numbers in ascending order; one number is both.
    pub fn low_high(&self) -> Option<(u64, u64)> {
        let given: Vec<u64> = self.numbers().flatten().collect();
        let low = *given.first()?;
        let high = given.get(1).copied().unwrap_or(low);
        Some((low.min(high), high.max(low)))
    }

    /// The ranges by position.
    pub fn ranges(&self) -> &[Option<(u64, u64)>] {
        match self {
            Value::Ranges(ranges) => ranges,
            _ => &[],
        }
    }

    /// The words, as positions in the option's list, and what stands behind the `:`.
    pub fn words(&self) -> (&[usize], Option<&str>) {
        match self {
            Value::Words(words, suffix) => (words, suffix.as_deref()),
            _ => (&[], None),
        }
    }

    /// The decimal numbers.
    pub fn floats(&self) -> &[f64] {
        match self {
            Value::Floats(floats) => floats,
            _ => &[],
        }
    }

    /// Puts given positions into per-direction places. fio repeats the last one for the directions that follow, unless
    /// the text ended in a separator; the reader has done that, so only the positions count here.
    pub fn spread<T: Copy>(&self, into: &mut [T], convert: impl Fn(u64) -> T) {
        for (place, part) in into.iter_mut().zip(self.numbers()) {
            if let Some(number) = part {
                *place = convert(number);
            }
        }
    }
}
