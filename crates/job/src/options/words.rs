//! What a choice may be, each typed once together with its value.

use std::fmt;

use super::draft::{Draft, Problem};

/// The words that an option knows, whatever the type of their values.
pub trait Words: Sync {
    /// fio's spellings, in the order of the documentation.
    fn names(&self) -> Vec<&'static str>;

    /// Puts the values of the given words into the draft. `given` are positions in [`Words::names`], `suffix` is the text
    /// behind the `:`.
    fn apply(&self, given: &[usize], suffix: Option<&str>, draft: &mut Draft) -> Result<(), Problem>;
}

impl fmt::Debug for dyn Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// One word.
pub(super) struct One<T: 'static> {
    pub words: &'static [(&'static str, T)],
    pub set: fn(T, &mut Draft),
}

/// One word, and what stands behind its `:`.
pub(super) struct Suffixed<T: 'static> {
    pub words: &'static [(&'static str, T)],
    pub set: fn(T, Option<&str>, &mut Draft) -> Result<(), Problem>,
}

type SetSeveral<T> = fn(&[T], Option<&str>, &mut Draft) -> Result<(), Problem>;

/// Several words, and what stands behind the last `:`.
pub(super) struct Several<T: 'static> {
    pub words: &'static [(&'static str, T)],
    pub set: SetSeveral<T>,
}

/// Words of an option that has no effect here.
pub(super) struct Unbuilt(pub &'static [&'static str]);

fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(name, _)| *name).collect()
}

fn values<T: Copy>(words: &[(&'static str, T)], given: &[usize]) -> Vec<T> {
    given
        .iter()
        .filter_map(|at| words.get(*at))
        .map(|(_, value)| *value)
        .collect()
}

impl<T: Copy + Sync> Words for One<T> {
    fn names(&self) -> Vec<&'static str> {
        names(self.words)
    }

    fn apply(&self, given: &[usize], _: Option<&str>, draft: &mut Draft) -> Result<(), Problem> {
        for value in values(self.words, given) {
            (self.set)(value, draft);
        }
        Ok(())
    }
}

impl<T: Copy + Sync> Words for Suffixed<T> {
    fn names(&self) -> Vec<&'static str> {
        names(self.words)
    }

    fn apply(&self, given: &[usize], suffix: Option<&str>, draft: &mut Draft) -> Result<(), Problem> {
        values(self.words, given)
            .into_iter()
            .try_for_each(|value| (self.set)(value, suffix, draft))
    }
}

impl<T: Copy + Sync> Words for Several<T> {
    fn names(&self) -> Vec<&'static str> {
        names(self.words)
    }

    fn apply(&self, given: &[usize], suffix: Option<&str>, draft: &mut Draft) -> Result<(), Problem> {
        (self.set)(&values(self.words, given), suffix, draft)
    }
}

impl Words for Unbuilt {
    fn names(&self) -> Vec<&'static str> {
        self.0.to_vec()
    }

    fn apply(&self, _: &[usize], _: Option<&str>, _: &mut Draft) -> Result<(), Problem> {
        Ok(())
    }
}
