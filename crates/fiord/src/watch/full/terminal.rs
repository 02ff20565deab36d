//! The terminal while the full screen is shown: another screen, no echo, mouse. It becomes as it was when this is dropped, when
//! the program panics, and when a signal asks it to end.

use std::io::{self, Stdout, Write};
use std::sync::Once;
use std::time::{Duration, Instant};

use fiord_messages::Lang;
use ratatui::Terminal;
use ratatui::backend::{Backend, TermionBackend};
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use super::input::{Press, presses};
use super::state::ScreenState;
use super::view;

/// Another screen, no cursor, mouse with buttons and large columns.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h";
const LEAVE: &str = "\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l";

/// See the module.
pub(crate) struct FullScreen {
    terminal: Terminal<TermionBackend<Stdout>>,
    before: Termios,
    size: Size,
    has_colour: bool,
}

impl FullScreen {
    /// Takes the terminal of standard input and output.
    ///
    /// # Errors
    /// The terminal's.
    pub(crate) fn enter(has_colour: bool) -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut modes = before.clone();
        modes
            .local_modes
            .remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        tcsetattr(io::stdin(), OptionalActions::Now, &modes)?;
        restore_on_panic(before.clone());
        put(ENTER)?;
        let terminal = Terminal::new(TermionBackend::new(io::stdout()))?;
        let size = terminal.size()?;
        Ok(Self {
            terminal,
            before,
            size,
            has_colour,
        })
    }

    /// Draws a state.
    ///
    /// # Errors
    /// What standard output says.
    pub(crate) fn draw(&mut self, state: &ScreenState, lang: Lang) -> io::Result<()> {
        self.size = self.terminal.size()?;
        let has_colour = self.has_colour;
        self.terminal
            .draw(|frame| view::draw(frame, state, lang, has_colour))?;
        Ok(())
    }

    /// Waits for keys, or until then. `None`: the terminal is gone.
    pub(crate) fn presses(&mut self, until: Instant) -> Option<Vec<Press>> {
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: left.as_secs().cast_signed(),
            tv_nsec: left.subsec_nanos().into(),
        };
        let input = io::stdin();
        let mut fds = [PollFd::new(&input, PollFlags::IN)];
        match poll(&mut fds, Some(&timeout)) {
            Ok(1..) => {}
            _ => return Some(Vec::new()),
        }
        let mut bytes = [0; 256];
        match rustix::io::read(&input, &mut bytes) {
            Ok(0) => None,
            Ok(count) => Some(presses(bytes.get(..count).unwrap_or_default())),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Some(Vec::new()),
            Err(_) => None,
        }
    }

    /// Chooses what was clicked at.
    pub(crate) fn click(&self, state: &mut ScreenState, column: u16, row: u16) {
        view::click(state, self.size, column, row);
    }

    /// Whether the terminal has another size than at the last drawing.
    pub(crate) fn is_resized(&self) -> bool {
        self.terminal.backend().size().is_ok_and(|size| size != self.size)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore(&self.before);
    }
}

/// How long a look for signals and a new size may take.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);

fn put(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

fn restore(before: &Termios) {
    // A terminal that is gone needs nothing.
    let _ = put(LEAVE);
    let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
}

/// Before a panic is printed, so that it can be read.
fn restore_on_panic(before: Termios) {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore(&before);
            print(panic);
        }));
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::fs::File;
    use std::io::Read;
    use std::process::{Command, Stdio};

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::*;

    /// Tells this test that it is the program on the terminal.
    const INSIDE: &str = "FIORD_TEST_PANICS_ON_A_TERMINAL";

    #[test]
    fn the_terminal_is_as_it_was_after_a_panic() {
        if std::env::var_os(INSIDE).is_some() {
            let _screen = FullScreen::enter(true).unwrap();
            panic!("on purpose");
        }
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let end = || rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let held = end();
        let before = tcgetattr(&held).unwrap();
        let name_of_this = "watch::full::terminal::tests::the_terminal_is_as_it_was_after_a_panic";
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name_of_this, "--nocapture"])
            .env(INSIDE, "1")
            .stdin(end())
            .stdout(end())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        assert!(!child.wait().unwrap().success());
        let after = tcgetattr(&held).unwrap();
        assert_eq!(after.local_modes, before.local_modes);
        let (mut master, mut shown) = (File::from(master), Vec::new());
        let mut part = [0; 4096];
        // All of it is there: the program has ended.
        while !String::from_utf8_lossy(&shown).contains(LEAVE) {
            let count = master.read(&mut part).unwrap();
            shown.extend_from_slice(&part[..count]);
        }
        let shown = String::from_utf8_lossy(&shown).into_owned();
        assert!(shown.contains(ENTER), "{shown:?}");
    }
}
