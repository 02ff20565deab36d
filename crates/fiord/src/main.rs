//! The `fiord` command: native verbs, and fio's command line for everything else.
//!
//! Called `fio` (a link or a copy of that name), it is fio in every word; so it is when the first argument is not a verb.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod files;
mod keep;
mod manual;
mod prepare;
mod self_cost;
mod ui;
mod verbs;
mod watch;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use fiord_fio_cli::CalledAs;

/// Takes the stack that the report needs while there is memory. Where workers have used up a limit on memory (`ulimit -v`), the kernel cannot
/// grow the stack any more, and the process would end with SIGSEGV before its report.
#[inline(never)]
fn grow_stack() {
    // Without optimisation the check sum of the time zone alone takes a quarter of a megabyte.
    const ROOM: usize = if cfg!(debug_assertions) {
        1 << 20
    } else {
        256 << 10
    };
    std::hint::black_box(&mut [1_u8; ROOM]);
}

/// A refused allocation leaves time for a report: see `fiord_targets::memory`.
#[global_allocator]
static ALLOCATOR: fiord_targets::memory::Allocator = fiord_targets::memory::Allocator;

fn main() -> ExitCode {
    fiord_targets::memory::hold();
    grow_stack();
    ui::settle_colours();
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    let args: Vec<OsString> = args.collect();
    let is_fio = Path::new(&program).file_name().is_some_and(|name| name == "fio");
    ExitCode::from(if is_fio {
        as_fio(&args, CalledAs::Fio)
    } else {
        as_fiord(&args)
    })
}

fn as_fiord(args: &[OsString]) -> u8 {
    let Some(word) = args.first() else {
        return verbs::run(&["--help".into()]);
    };
    let is_alone = args.len() == 1;
    match word.to_str() {
        Some("--help" | "-h" | "-V") if is_alone => verbs::run(args),
        Some(word) if verbs::is_verb(word) => verbs::run(args),
        Some(word) => match verbs::meant(word) {
            Some(advice) => {
                ui::say(format!("{word}: neither a verb nor a job file; {advice}"));
                ui::exit::REFUSED
            }
            None => as_fio(args, CalledAs::Fiord),
        },
        None => as_fio(args, CalledAs::Fiord),
    }
}

fn as_fio(args: &[OsString], name: CalledAs) -> u8 {
    match verbs::words::text(args) {
        Ok(args) => fiord_fio_cli::run(&args, name),
        Err(error) => {
            ui::say(error);
            1
        }
    }
}
