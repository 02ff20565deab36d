//! Windowed samples of bandwidth or IOPS, as fio's `bw` and `iops` lines summarise them.

use crate::Moments;

/// Samples of one window length each (fio: 500 ms), in KiB/s or I/Os per second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Samples {
    /// The samples.
    pub moments: Moments,
}
