//! What a run over hosts comes to, and its parts.

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostsEnd {
    /// All ranks measured, with the grade of all together.
    Done(fiord_judge::Grade),
    /// This rank took part to the end; what all came to only rank 0 knows.
    TookPart,
    /// A worker failed.
    Failed,
    /// Nothing was started, or a rank was lost.
    Refused,
    Interrupted,
}

/// How a measurement of all ranks ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    Whole,
    /// A worker failed, or what a rank sent cannot be read.
    Failed,
    /// A rank could not start, so nobody did.
    NobodyStarted,
    Interrupted,
    /// A rank was lost.
    Lost,
}

/// Who printed the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedBy {
    Survivor,
    /// The survivor had printed what it knew itself, because time was short.
    SurvivorBefore,
    /// None could be made, or it ended.
    Nobody,
}
