//! Any bytes as a command line (words end at NUL) and as the job file it names: reading, rendering and writing back must end.
//!
//! `cargo +nightly fuzz run read` in `crates/job`.
#![no_main]

use fiord_job::expand::Keywords;
use fiord_job::invocation::parse;
use fiord_job::surroundings::Surroundings;
use fiord_job::showcmd::{command_line, to_job_file};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (words, file) = text.split_once("\0\0").unwrap_or(("j", text));
    let args: Vec<String> = words.split('\0').map(str::to_owned).collect();
    let world = Surroundings {
        file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        read: &|_| Ok(file.to_owned()),
        env: &|name| (name.len() < 3).then(|| name.to_owned()),
        cpus: 2,
        machine: Keywords { ncpus: 2, page_size: 4096, memory_mb: 1024 },
    };
    let parsed = parse(&args, &world);
    for diagnostic in &parsed.diagnostics {
        let _ = diagnostic.render(&parsed.sources, "fiord", fiord_messages::Lang::En);
    }
    for file in &parsed.files {
        let _ = command_line("fio", &parsed.globals, file);
    }
    let _ = to_job_file(&parsed.jobs);
});
