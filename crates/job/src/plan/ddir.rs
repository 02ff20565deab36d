//! Data directions, in fio's order: read 0, write 1, trim 2.

use std::ops::{Index, IndexMut};

/// A data direction. The discriminants are the indices used by `fiord_stats` as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[repr(usize)]
pub enum Ddir {
    /// Data from the target.
    Read = 0,
    /// Data to the target.
    Write = 1,
    /// A discard of a range.
    Trim = 2,
}

impl Ddir {
    /// All directions, in fio's order.
    pub const ALL: [Ddir; 3] = [Ddir::Read, Ddir::Write, Ddir::Trim];

    /// `read`, `write` or `trim`, as in fio's JSON keys.
    pub const fn name(self) -> &'static str {
        match self {
            Ddir::Read => "read",
            Ddir::Write => "write",
            Ddir::Trim => "trim",
        }
    }
}

/// One value per direction, as in `bs=read,write,trim`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct PerDdir<T>(pub [T; 3]);

impl<T: Clone> PerDdir<T> {
    /// The same value in all three directions.
    pub fn all(value: T) -> Self {
        Self([value.clone(), value.clone(), value])
    }
}

impl<T> Index<Ddir> for PerDdir<T> {
    type Output = T;
    fn index(&self, ddir: Ddir) -> &T {
        &self.0[ddir as usize]
    }
}

impl<T> IndexMut<Ddir> for PerDdir<T> {
    fn index_mut(&mut self, ddir: Ddir) -> &mut T {
        &mut self.0[ddir as usize]
    }
}
