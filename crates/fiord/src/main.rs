//! The `fiord` command: native verbs, and fio's command line for everything else.
//!
//! Called `fio` (a link or a copy of that name), it is fio in every word; so it is when the first argument is not a verb.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod files;
mod keep;
mod lang;
mod live;
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
use fiord_messages::Lang;

/// Takes the stack that the report needs while there is memory. Where workers have used up a limit on memory (`ulimit -v`), the kernel cannot
/// grow the stack any more, and the process would end with SIGSEGV before its report.
#[inline(never)]
fn grow_stack() {
    // Without optimisation the checksum of the time zone alone takes a quarter of a megabyte.
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
    let (tag, words) = lang::split(args);
    let settled = lang::settle(tag.as_deref());
    let run = |words: &[OsString]| match settled {
        Ok(()) => verbs::run(words),
        Err(error) => {
            ui::say(error);
            ui::exit::REFUSED
        }
    };
    let Some(word) = words.first() else {
        return run(&["--help".into()]);
    };
    let is_alone = words.len() == 1;
    match word.to_str() {
        Some("--help" | "-h" | "-V") if is_alone => run(&words),
        Some(word) if verbs::is_verb(word) => run(&words),
        Some(word) => match verbs::meant(word) {
            Some(advice) => {
                ui::say(advice);
                ui::exit::REFUSED
            }
            None => as_fio(args, CalledAs::Fiord),
        },
        None => as_fio(args, CalledAs::Fiord),
    }
}

fn as_fio(args: &[OsString], name: CalledAs) -> u8 {
    Lang::En.make_current();
    match verbs::words::text(args) {
        Ok(args) => fiord_fio_cli::run(&args, name),
        Err(error) => {
            ui::say(error);
            1
        }
    }
}
