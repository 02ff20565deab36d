//! Counts what passed, failed and was skipped.

/// What a step counted.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: Vec<String>,
}

impl Count {
    pub(crate) fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }

    /// Prints what closes a command: what was skipped, and the sums.
    pub(crate) fn print(&self) {
        for skipped in &self.skipped {
            println!("{skipped}");
        }
        println!(
            "{} passed, {} failed, {} skipped",
            self.passed,
            self.failed,
            self.skipped.len()
        );
    }
}
