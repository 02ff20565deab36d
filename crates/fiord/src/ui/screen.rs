//! What a stream can show: how many columns, and whether colour.

use std::io;
use std::os::fd::AsFd;

use anstream::ColorChoice;
use anstream::stream::RawStream;
use fiord_messages::Lang;
use fiord_report::text::Page;

/// Below this a wish for narrow lines is not met.
const NARROWEST: usize = 20;

/// Width and colour of standard output or standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Screen {
    /// Columns of the terminal, or `COLUMNS` where that is set; in a pipe lines stay whole.
    pub(crate) width: Option<usize>,
    /// Rows of the terminal.
    pub(crate) height: Option<usize>,
    /// On a terminal, unless `NO_COLOR` is set.
    pub(crate) colour: bool,
}

impl Screen {
    pub(crate) fn stdout() -> Self {
        Self::of(&io::stdout())
    }

    pub(crate) fn stderr() -> Self {
        Self::of(&io::stderr())
    }

    fn of(stream: &(impl RawStream + AsFd)) -> Self {
        let asked = std::env::var("COLUMNS")
            .ok()
            .and_then(|columns| columns.trim().parse::<usize>().ok())
            .filter(|columns| *columns > 0);
        let size = rustix::termios::tcgetwinsize(stream).ok();
        let seen = |count: u16| (count > 0).then_some(usize::from(count));
        let width = asked.or_else(|| seen(size?.ws_col));
        Self {
            width: width.map(|width| width.max(NARROWEST)),
            height: size.and_then(|size| seen(size.ws_row)),
            colour: anstream::AutoStream::choice(stream) != ColorChoice::Never,
        }
    }

    pub(crate) fn render(self, page: &Page) -> String {
        match Lang::current() {
            Lang::En => page.text(self.width, self.colour),
            lang => page.clone().localised(lang).text(self.width, self.colour),
        }
    }
}
