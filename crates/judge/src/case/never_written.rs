//! How much of what a job will read of a file was never written.

use fiord_record::TargetFacts;

/// Share of the part that the job touches, or of the file, that is holes or unwritten, 0 to 1; what is in memory only may count as unwritten and is not.
pub fn never_written(target: &TargetFacts) -> Option<f64> {
    let at = target.allocation.filter(|at| at.size_bytes > 0)?;
    let empty = (at.hole_bytes + at.unwritten_bytes).saturating_sub(target.dirty_bytes.unwrap_or(0));
    Some(empty as f64 / at.size_bytes as f64)
}
