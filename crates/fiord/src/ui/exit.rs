//! Exit codes of the native verbs.

/// What was asked for is done, and what was measured passed its checks.
pub(crate) const OK: u8 = 0;
/// What was measured failed its check.
pub(crate) const FAILED: u8 = 1;
/// The request was wrong, or could not be carried out.
pub(crate) const REFUSED: u8 = 2;
/// What was measured neither passed nor failed: too close to call, or not measurable like this.
pub(crate) const UNDECIDED: u8 = 3;
/// A signal ended it, as fio has it; what was done until then is kept.
pub(crate) const INTERRUPTED: u8 = 128;
