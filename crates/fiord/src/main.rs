//! The `fiord` command: native verbs, and fio's command line for everything else.
//!
//! Called `fio` (a link or a copy of that name), it is fio in every word; so it is when the first argument is no verb.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod fio;
mod keep;
mod sample;
mod selfcost;
mod session;
mod ui;
mod verbs;

use std::path::Path;
use std::process::ExitCode;

use fio::CalledAs;

/// A refused allocation leaves time for a report: see `fiord_engine::memory`.
#[global_allocator]
static ALLOCATOR: fiord_engine::Allocator = fiord_engine::Allocator;

fn main() -> ExitCode {
    fiord_engine::memory::hold();
    let mut args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    let program = args.next().unwrap_or_default();
    let args: Vec<String> = args.collect();
    let called_fio = Path::new(&program).file_name().is_some_and(|name| name == "fio");
    if let Some(word) = args.first().filter(|_| !called_fio)
        && !verbs::is_verb(word)
        && let Some(verb) = verbs::meant(word)
    {
        ui::say(format!(
            "`{word}` is neither a verb nor a job file; did you mean `fiord {verb}`?"
        ));
        return ExitCode::from(2);
    }
    let name = if called_fio {
        CalledAs::Fio
    } else {
        CalledAs::Fiord
    };
    let code = match args.first().map(String::as_str) {
        Some(verb) if !called_fio && verbs::is_verb(verb) => verbs::run(&args),
        Some(_) => fio::run(&args, name),
        None if called_fio => fio::run(&args, name),
        None => verbs::run(&["--help".to_owned()]),
    };
    ExitCode::from(code)
}
