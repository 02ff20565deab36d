//! The parts of a plan that are unknown where the result of another program does not tell them.

/// A part of a plan. A part that the source does not tell has fio's default in the plan, and no finding may depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanPart {
    /// Whether the page cache is bypassed.
    Direct,
    /// Whether the blocks are random or sequential.
    Order,
    /// Which syncs there are.
    Syncs,
    /// I/Os in flight and workers. The plan contains the smallest depth that was seen.
    Depth,
    Engine,
    Blocks,
    /// The files or devices, and how much of them is touched.
    Target,
}

impl PlanPart {
    pub const ALL: [PlanPart; 7] = [
        PlanPart::Direct,
        PlanPart::Order,
        PlanPart::Syncs,
        PlanPart::Depth,
        PlanPart::Engine,
        PlanPart::Blocks,
        PlanPart::Target,
    ];

    /// The options that tell it.
    pub const fn options(self) -> &'static str {
        match self {
            PlanPart::Direct => "direct",
            PlanPart::Order => "rw",
            PlanPart::Syncs => "fsync, fdatasync, sync",
            PlanPart::Depth => "iodepth, numjobs",
            PlanPart::Engine => "ioengine",
            PlanPart::Blocks => "bs",
            PlanPart::Target => "filename, size",
        }
    }
}
