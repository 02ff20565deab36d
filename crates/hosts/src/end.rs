//! What a run over hosts comes to.

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostsEnd {
    /// All ranks measured, with the grade of all together.
    Done(fiord_verdict::Grade),
    /// This rank took part to the end; what all came to only rank 0 knows.
    TookPart,
    /// A worker failed.
    Failed,
    /// Nothing was started, or a rank was lost.
    Refused,
    Interrupted,
}
