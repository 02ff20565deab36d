//! The words in which the table is written: `int("iodepth").default("1")…`. All of it is evaluated by the compiler.

use fiord_messages::Fixed;

use super::draft::{Draft, Problem};
use super::spec::{OptionSpec, Setter, Support, ValueKind};
use super::value::Value;
use super::words::Words;

/// Largest value of fio's 32-bit unsigned options.
pub(super) const U32: i64 = u32::MAX as i64;
/// Largest value of fio's options that are read as signed.
pub(super) const I32: i64 = i32::MAX as i64;

const fn option(name: &'static str, kind: ValueKind) -> OptionSpec {
    OptionSpec {
        name,
        alias: None,
        kind,
        default: "",
        engines: &[],
        support: Support::Supported,
        doc: "",
        range: None,
        parts: 1,
        words: None,
        setter: None,
    }
}

pub(super) const fn text(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Text)
}

pub(super) const fn optional_text(name: &'static str) -> OptionSpec {
    option(name, ValueKind::OptionalText)
}

/// A 32-bit number, as most of fio's integers are.
pub(super) const fn int(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Int).range(0, U32)
}

/// A 64-bit number.
pub(super) const fn long(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Int).range(0, i64::MAX)
}

pub(super) const fn percent(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Int).range(0, 100)
}

pub(super) const fn amount(name: &'static str) -> OptionSpec {
    option(name, ValueKind::IntOrPercent)
}

pub(super) const fn seconds(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Time)
}

pub(super) const fn micros(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Micros)
}

pub(super) const fn boolean(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Bool)
}

pub(super) const fn set(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Set)
}

pub(super) const fn range(name: &'static str) -> OptionSpec {
    option(name, ValueKind::Range)
}

/// One of some words, each with its value.
pub(super) const fn choice(name: &'static str, words: &'static dyn Words) -> OptionSpec {
    of_words(name, ValueKind::Choice, words)
}

/// Several of some words, each with its value.
pub(super) const fn several(name: &'static str, words: &'static dyn Words) -> OptionSpec {
    of_words(name, ValueKind::Words, words)
}

const fn of_words(name: &'static str, kind: ValueKind, words: &'static dyn Words) -> OptionSpec {
    let mut spec = option(name, kind);
    spec.words = Some(words);
    spec.setter = Some(Setter::Words(words));
    spec
}

pub(super) const fn floats(name: &'static str) -> OptionSpec {
    option(name, ValueKind::FloatList)
}

impl OptionSpec {
    pub(super) const fn alias(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    pub(super) const fn default(mut self, default: &'static str) -> Self {
        self.default = default;
        self
    }

    pub(super) const fn range(mut self, min: i64, max: i64) -> Self {
        self.range = Some((min, max));
        self
    }

    pub(super) const fn parts(mut self, parts: usize) -> Self {
        self.parts = parts;
        self
    }

    pub(super) const fn engines(mut self, engines: &'static [&'static str]) -> Self {
        self.engines = engines;
        self
    }

    pub(super) const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    pub(super) const fn sets(mut self, set: fn(&Value, &mut Draft)) -> Self {
        self.setter = Some(Setter::Plain(set));
        self
    }

    pub(super) const fn checks(mut self, set: fn(&Value, &mut Draft) -> Result<(), Problem>) -> Self {
        self.setter = Some(Setter::Checked(set));
        self
    }

    pub(super) const fn accepted(mut self, why: Fixed) -> Self {
        self.support = Support::Accepted(why);
        self
    }

    pub(super) const fn refused(mut self, why: Fixed) -> Self {
        self.support = Support::Refused(why);
        self.setter = None;
        self
    }
}
