//! Variables in job files: `${NAME}` from the environment, the three machine keywords, and the arithmetic around them.
//!
//! fio runs `bc` for the arithmetic; the numbers here follow bc's rules with `scale=0`: addition keeps the longer
//! fraction, multiplication at most the longer of its operands' fractions, division none. The command line knows none of this.

/// What the keywords stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keywords {
    /// `$ncpus`
    pub ncpus: u32,
    /// `$pagesize`, in bytes.
    pub page_size: u64,
    /// `$mb_memory`, in MiB.
    pub memory_mb: u64,
}

/// Why a value could not be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArithmeticError {
    /// Not a sum that can be read; at this character, counted from 0.
    Syntax(usize),
    /// A division by zero.
    DivideByZero,
    /// Beyond 38 digits, or too deeply nested.
    TooLarge,
}

/// The text with `${NAME}` replaced, and the names that had no value. A name without value becomes nothing, as in fio.
pub fn environment(text: &str, lookup: &dyn Fn(&str) -> Option<String>) -> (String, Vec<String>) {
    let mut out = String::with_capacity(text.len());
    let mut missing = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(end) = rest[start..].find('}') else { break };
        let name = &rest[start + 2..start + end];
        out.push_str(&rest[..start]);
        match lookup(name) {
            Some(value) => out.push_str(&value),
            None => missing.push(name.to_owned()),
        }
        rest = &rest[start + end + 1..];
    }
    out.push_str(rest);
    (out, missing)
}

/// The text with the keywords replaced; `None` if it holds none.
pub fn keywords(text: &str, machine: &Keywords) -> Option<String> {
    let values = [
        ("$pagesize", machine.page_size),
        ("$mb_memory", machine.memory_mb),
        ("$ncpus", u64::from(machine.ncpus)),
    ];
    let mut out = text.to_owned();
    for (keyword, value) in values {
        if out.contains(keyword) {
            out = out.replace(keyword, &value.to_string());
        }
    }
    (out != text).then_some(out)
}

/// Whether text in which keywords were replaced is to be computed.
pub fn is_arithmetic(text: &str) -> bool {
    text.contains(['+', '-', '*', '/'])
}

/// The value of a sum such as `2*(4096+512)/3`, as bc prints it.
pub fn arithmetic(text: &str) -> Result<String, ArithmeticError> {
    let chars: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        chars: &chars,
        at: 0,
        depth: 0,
    };
    let value = reader.sum()?;
    reader.blanks();
    if reader.at < chars.len() {
        return Err(ArithmeticError::Syntax(reader.at));
    }
    Ok(value.to_string())
}

/// `digits` / 10^`scale`.
#[derive(Debug, Clone, Copy)]
struct Decimal {
    digits: i128,
    scale: u32,
}

/// Fractions longer than this are refused: nobody means them, and they bound the work.
const LONGEST_FRACTION: u32 = 18;
/// Parentheses and signs within each other.
const DEEPEST: u32 = 64;

use ArithmeticError::{DivideByZero, Syntax, TooLarge};

impl Decimal {
    const ONE: Self = Self { digits: 1, scale: 0 };

    fn rescaled(self, scale: u32) -> Result<Self, ArithmeticError> {
        let digits = if scale >= self.scale {
            let factor = 10i128.checked_pow(scale - self.scale).ok_or(TooLarge)?;
            self.digits.checked_mul(factor).ok_or(TooLarge)?
        } else {
            10i128
                .checked_pow(self.scale - scale)
                .map_or(0, |divisor| self.digits / divisor)
        };
        Ok(Self { digits, scale })
    }

    fn plus(self, other: Self, sign: i128) -> Result<Self, ArithmeticError> {
        let scale = self.scale.max(other.scale);
        let right = other.rescaled(scale)?.digits.checked_mul(sign).ok_or(TooLarge)?;
        let digits = self.rescaled(scale)?.digits.checked_add(right).ok_or(TooLarge)?;
        Ok(Self { digits, scale })
    }

    fn times(self, other: Self) -> Result<Self, ArithmeticError> {
        let digits = self.digits.checked_mul(other.digits).ok_or(TooLarge)?;
        let product = Self {
            digits,
            scale: self.scale + other.scale,
        };
        product.rescaled(product.scale.min(self.scale.max(other.scale)))
    }

    /// The quotient without a fraction.
    fn over(self, other: Self) -> Result<Self, ArithmeticError> {
        if other.digits == 0 {
            return Err(DivideByZero);
        }
        let scale = self.scale.max(other.scale);
        let digits = self
            .rescaled(scale)?
            .digits
            .checked_div(other.rescaled(scale)?.digits)
            .ok_or(TooLarge)?;
        Ok(Self { digits, scale: 0 })
    }

    fn modulo(self, other: Self) -> Result<Self, ArithmeticError> {
        self.plus(self.over(other)?.times(other)?, -1)
    }

    fn power(self, exponent: Self) -> Result<Self, ArithmeticError> {
        let count = exponent.rescaled(0)?.digits;
        if count < 0 {
            // One over something, without a fraction.
            return Self::ONE.over(self.power(Self {
                digits: count.checked_neg().ok_or(TooLarge)?,
                scale: 0,
            })?);
        }
        let trivial = matches!((self.digits, self.scale), (0 | 1, 0));
        let count = if trivial { count.min(1) } else { count };
        if count > 128 {
            return Err(TooLarge);
        }
        let mut value = Self::ONE;
        for _ in 0..count {
            let digits = value.digits.checked_mul(self.digits).ok_or(TooLarge)?;
            value = Self {
                digits,
                scale: value.scale + self.scale,
            };
        }
        value.rescaled(value.scale.min(self.scale))
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = self.digits.unsigned_abs().to_string();
        let scale = self.scale as usize;
        if self.digits < 0 {
            f.write_str("-")?;
        }
        if scale == 0 || self.digits == 0 {
            return f.write_str(&digits);
        }
        if digits.len() > scale {
            let (whole, fraction) = digits.split_at(digits.len() - scale);
            write!(f, "{whole}.{fraction}")
        } else {
            write!(f, ".{digits:0>scale$}")
        }
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    depth: u32,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| matches!(c, ' ' | '\t')) {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        self.blanks();
        let found = *self.chars.get(self.at)?;
        wanted.contains(&found).then(|| {
            self.at += 1;
            found
        })
    }

    fn sum(&mut self) -> Result<Decimal, ArithmeticError> {
        let mut value = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let sign = if operator == '+' { 1 } else { -1 };
            value = value.plus(self.product()?, sign)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Decimal, ArithmeticError> {
        let mut value = self.power()?;
        while let Some(operator) = self.take(&['*', '/', '%']) {
            let right = self.power()?;
            value = match operator {
                '*' => value.times(right)?,
                '/' => value.over(right)?,
                _ => value.modulo(right)?,
            };
        }
        Ok(value)
    }

    /// Binds to the right; a sign binds tighter, as in bc.
    fn power(&mut self) -> Result<Decimal, ArithmeticError> {
        let base = self.signed()?;
        if self.take(&['^']).is_none() {
            return Ok(base);
        }
        let exponent = self.deeper(Self::power)?;
        base.power(exponent)
    }

    fn signed(&mut self) -> Result<Decimal, ArithmeticError> {
        if self.take(&['-']).is_some() {
            let value = self.deeper(Self::signed)?;
            return Decimal { digits: 0, scale: 0 }.plus(value, -1);
        }
        if self.take(&['(']).is_some() {
            let value = self.deeper(Self::sum)?;
            return self.take(&[')']).map(|_| value).ok_or(Syntax(self.at));
        }
        self.number()
    }

    fn deeper(
        &mut self,
        read: fn(&mut Self) -> Result<Decimal, ArithmeticError>,
    ) -> Result<Decimal, ArithmeticError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(TooLarge);
        }
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn number(&mut self) -> Result<Decimal, ArithmeticError> {
        self.blanks();
        let (mut digits, mut scale, mut any, mut point) = (0i128, 0, false, false);
        while let Some(c) = self.chars.get(self.at) {
            if let Some(digit) = c.to_digit(10) {
                digits = digits
                    .checked_mul(10)
                    .and_then(|d| d.checked_add(i128::from(digit)))
                    .ok_or(TooLarge)?;
                any = true;
                scale += u32::from(point);
            } else if *c == '.' && !point {
                point = true;
            } else {
                break;
            }
            self.at += 1;
        }
        if !any {
            return Err(Syntax(self.at));
        }
        if scale > LONGEST_FRACTION {
            return Err(TooLarge);
        }
        Ok(Decimal { digits, scale })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn counts_as_bc_does() {
        // Left: what was asked of bc 1.07 through fio 3.33; right: its answer.
        let cases = [
            ("2*4096", "8192"),
            ("2*1.5", "3.0"),
            ("2*1.25", "2.50"),
            ("1.5*2*1.25", "3.75"),
            ("7/2", "3"),
            ("7.5/2", "3"),
            ("2/0.5", "4"),
            ("2*-1", "-2"),
            ("2*7%4", "2"),
            ("2*2^3", "16"),
            ("2*2^40", "2199023255552"),
            ("(2+2)*4096", "16384"),
            ("2+2*4096-1", "8193"),
            ("1024 * 2", "2048"),
            ("-4096", "-4096"),
            ("1-0.5", ".5"),
        ];
        for (text, answer) in cases {
            assert_eq!(arithmetic(text).unwrap(), answer, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_sum() {
        for text in ["", "4096-1k", "2*0x10", "/dev/x2", "(1", "1)", "1+", "2*2^4^9"] {
            assert!(arithmetic(text).is_err(), "{text}");
        }
        assert_eq!(arithmetic("1/0"), Err(DivideByZero));
        assert_eq!(arithmetic(&"(".repeat(100_000)), Err(TooLarge));
        assert_eq!(arithmetic(&"-".repeat(100_000)), Err(TooLarge));
    }

    #[test]
    fn replaces_names_once() {
        let lookup = |name: &str| (name == "V").then(|| "bs".to_owned());
        assert_eq!(environment("${V}=${V}k", &lookup).0, "bs=bsk");
        assert_eq!(environment("\\${V} x", &lookup).0, "\\bs x");
        assert_eq!(environment("${V", &lookup).0, "${V");
        assert_eq!(environment("$V", &lookup).0, "$V");
        assert_eq!(
            environment("${V${N}}", &lookup),
            ("}".to_owned(), vec!["V${N".to_owned()])
        );
    }
}
