//! Processors that are busy with programs that do nothing.

use std::process::{Child, Command, Stdio};

/// Two programs for each processor that never sleep, nicer than the kernel's threads and less nice than a program started with `nice -n 19`:
/// such a one waits for a processor each time it wakes up. They end when dropped.
pub struct BusyProcessors(Vec<Child>);

impl BusyProcessors {
    /// Starts them.
    ///
    /// # Errors
    ///
    /// Why one could not be started.
    pub fn begin() -> Result<BusyProcessors, String> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let mut busy = BusyProcessors(Vec::new());
        for _ in 0..2 * processors {
            let child = Command::new("nice")
                .args(["-n", "10", "sh", "-c", "while :; do :; done"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .spawn();
            busy.0.push(child.map_err(|error| format!("nice: {error}"))?);
        }
        Ok(busy)
    }
}

impl Drop for BusyProcessors {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
