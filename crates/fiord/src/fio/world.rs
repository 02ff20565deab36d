//! What the job language may see of this machine: files, environment, and the values of its keywords.

use std::io::Read;

use fiord_job::expand::Machine;
use fiord_job::invocation::{self, Parsed, World};

/// Reads an invocation with this machine's files and environment.
pub(crate) fn parse(args: &[String]) -> Parsed {
    let world = World {
        read: &read,
        env: &|name| std::env::var(name).ok(),
        machine: machine(),
    };
    invocation::parse(args, &world)
}

fn read(path: &str) -> Result<String, String> {
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    match bytes {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            let text = error.to_string();
            Err(text.split(" (os error").next().unwrap_or_default().to_owned())
        }
    }
}

fn machine() -> Machine {
    let memory = rustix::system::sysinfo();
    Machine {
        ncpus: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
        page_size: rustix::param::page_size() as u64,
        // The kernel's types differ between architectures.
        #[allow(clippy::unnecessary_cast)]
        memory_mb: (memory.totalram as u64).saturating_mul(u64::from(memory.mem_unit)) >> 20,
    }
}
