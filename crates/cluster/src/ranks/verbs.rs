//! What ranks do together: five verbs for moments at which all are alive, and posts from one rank to another.
//!
//! A collective of MPI never ends when a rank has died, and who died is not said. So collectives stand only at the beginning, where the
//! launcher has just started everybody; from then on ranks send posts, and silence has a name.

use std::fmt;
use std::time::Duration;

use fiord_messages::{Lang, hosts as messages};

/// How long to wait for the others.
pub type Patience = Duration;

/// How values become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduce {
    Sum,
    Least,
    Largest,
}

/// What one rank sent to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    pub from: usize,
    pub bytes: Vec<u8>,
}

/// Why ranks do not go on together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RanksError {
    Late { verb: &'static str, seconds: u64 },
    Broken { verb: &'static str, why: String },
}

impl fmt::Display for RanksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late { verb, seconds } => {
                f.write_str(&messages::Late { verb, seconds }.text(Lang::current()))
            }
            Self::Broken { verb, why } => write!(f, "{verb}: {why}"),
        }
    }
}

impl std::error::Error for RanksError {}

/// The ranks of a run as one of them sees the others. Rank 0 speaks for all.
pub trait Ranks {
    fn rank(&self) -> usize;

    fn size(&self) -> usize;

    /// Returns once every rank has called it.
    ///
    /// # Errors
    /// Somebody did not come, or the connection broke; so for all that follow.
    fn barrier(&mut self, patience: Patience) -> Result<(), RanksError>;

    /// The bytes of rank 0.
    ///
    /// # Errors
    /// As [`Ranks::barrier`].
    fn broadcast(&mut self, bytes: Vec<u8>, patience: Patience) -> Result<Vec<u8>, RanksError>;

    /// The bytes of all, by rank, on rank 0; nothing elsewhere.
    ///
    /// # Errors
    /// As [`Ranks::barrier`].
    fn gather(&mut self, bytes: &[u8], patience: Patience) -> Result<Vec<Vec<u8>>, RanksError>;

    /// The values of all, place by place, as one, everywhere. All give as many.
    ///
    /// # Errors
    /// As [`Ranks::barrier`].
    fn all_reduce(&mut self, values: &[u64], how: Reduce, patience: Patience)
    -> Result<Vec<u64>, RanksError>;

    /// Sends bytes to one rank without waiting for it. Posts between two ranks arrive in their order.
    ///
    /// # Errors
    /// The connection broke.
    fn post(&mut self, to: usize, bytes: &[u8]) -> Result<(), RanksError>;

    /// The next post that has arrived; does not wait.
    ///
    /// # Errors
    /// The connection broke.
    fn take(&mut self) -> Result<Option<Post>, RanksError>;
}
