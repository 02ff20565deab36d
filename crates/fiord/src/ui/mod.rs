//! The way out: documents and pages to standard output or a file, messages and progress to standard error.

pub(crate) mod exit;
mod keyboard;
mod launcher;
mod message;
mod progress;
mod screen;
mod sparkline;

use std::io;

use fiord_report::text::Page;

pub(crate) use fiord_fio_cli::document::{ReportOutput, draw, print, printable, write};
pub(crate) use fiord_report::text::help::wrapped;
pub(crate) use fiord_session::whole_file::WholeFile;
pub(crate) use keyboard::has_keys;
pub(crate) use launcher::settle_colours;
pub(crate) use message::{say, show};
pub(crate) use progress::{Progress, above_progress};
pub(crate) use screen::Screen;
pub(crate) use sparkline::sparkline;

/// Prints a page to standard output, in lines that fit the terminal; `false` when its reader has gone.
///
/// # Errors
/// What standard output says, a closed pipe excepted.
pub(crate) fn put(page: &Page) -> io::Result<bool> {
    draw(&Screen::stdout().render(page))
}
