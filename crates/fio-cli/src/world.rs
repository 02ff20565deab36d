//! What the job language may see of this machine: files, environment, and the values of its keywords.

use std::io::Read;

use fiord_job::expand::Keywords;
use fiord_job::invocation::{self, Parsed};
use fiord_job::surroundings::Surroundings;
use fiord_messages::{Sentence, job_text};

/// Reads an invocation with this machine's files and environment.
pub fn parse(args: &[String]) -> Parsed {
    with_world(|world| invocation::parse(args, world))
}

/// As [`parse`], of jobs that are described and not run: they may name CPUs of another machine.
pub fn parse_to_explain(args: &[String]) -> Parsed {
    with_world(|world| {
        let cpus = MOST_CPUS.max(world.cpus);
        invocation::parse(args, &Surroundings { cpus, ..*world })
    })
}

/// More than any machine has.
const MOST_CPUS: u32 = 4096;

/// Gives what the job language may see of this machine.
pub fn with_world<T>(use_it: impl FnOnce(&Surroundings<'_>) -> T) -> T {
    let machine = machine();
    let world = Surroundings {
        read: &read,
        file: read_beginning,
        env: &|name| std::env::var(name).ok(),
        cpus: machine.ncpus,
        machine,
    };
    use_it(&world)
}

/// Bytes of a job file that are read: far more than anybody writes, and less than a device that never ends.
const LARGEST_JOB_FILE: u64 = 512 << 20;

fn read(path: &str) -> Result<String, Sentence> {
    let mut bytes = Vec::new();
    let most = LARGEST_JOB_FILE + 1;
    let read = if path == "-" {
        std::io::stdin().take(most).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map_err(|error| Sentence::from(&error))?;
    if bytes.len() as u64 > LARGEST_JOB_FILE {
        let most = &(LARGEST_JOB_FILE >> 20);
        return Err(Sentence::new(|lang| job_text::FileTooLarge { most }.text(lang)));
    }
    text(bytes)
}

/// FIO-DIFF(not-utf-8): a name with other bytes would become that of another file. Comments may hold any.
fn text(bytes: Vec<u8>) -> Result<String, Sentence> {
    String::from_utf8(bytes).or_else(|error| {
        let bytes = error.as_bytes();
        let is_comment = |line: &[u8]| matches!(line.trim_ascii_start().first(), Some(b'#' | b';'));
        let odd = |line: &&[u8]| str::from_utf8(line).is_err() && !is_comment(line);
        match bytes.split(|byte| *byte == b'\n').position(|line| odd(&line)) {
            Some(number) => {
                let line = &(number + 1);
                Err(Sentence::new(|lang| job_text::LineNotText { line }.text(lang)))
            }
            None => Ok(String::from_utf8_lossy(bytes).into_owned()),
        }
    })
}

/// The first bytes of a file that a pattern names, at most `most`.
pub fn read_beginning(path: &str, most: usize) -> Result<Vec<u8>, Sentence> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(most as u64).read_to_end(&mut bytes))
        .map(|_| bytes)
        .map_err(|error| Sentence::from(&error))
}

/// CPUs that this process may use.
pub fn cpus() -> u32 {
    std::thread::available_parallelism().map_or(1, |count| count.get() as u32)
}

fn machine() -> Keywords {
    let memory = rustix::system::sysinfo();
    Keywords {
        ncpus: cpus(),
        page_size: rustix::param::page_size() as u64,
        // The kernel's types differ between architectures.
        #[allow(clippy::unnecessary_cast)]
        memory_mb: (memory.totalram as u64).saturating_mul(u64::from(memory.mem_unit)) >> 20,
    }
}
