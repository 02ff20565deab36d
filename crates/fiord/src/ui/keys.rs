//! Keys of a terminal, one by one, without an echo.

use std::io::IsTerminal;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

/// Standard input, where it is this terminal; it becomes as it was when this is dropped.
pub(crate) struct Keys {
    before: Option<Termios>,
}

impl Keys {
    pub(crate) fn listen() -> Self {
        let input = std::io::stdin();
        // A process in the background that sets its terminal is stopped.
        let is_ours = || tcgetpgrp(&input).is_ok_and(|group| group == rustix::process::getpgrp());
        let before = (input.is_terminal() && is_ours())
            .then(|| tcgetattr(&input).ok())
            .flatten();
        if let Some(before) = &before {
            let mut modes = before.clone();
            modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
            let _ = tcsetattr(&input, OptionalActions::Now, &modes);
        }
        Self { before }
    }

    /// Waits for a key for so long; whether it is this one.
    pub(crate) fn is_pressed(&mut self, wanted: u8, patience: Duration) -> bool {
        if self.before.is_none() {
            std::thread::sleep(patience);
            return false;
        }
        let input = std::io::stdin();
        let timeout = Timespec {
            tv_sec: patience.as_secs().cast_signed(),
            tv_nsec: patience.subsec_nanos().into(),
        };
        let mut fds = [PollFd::new(&input, PollFlags::IN)];
        if !matches!(poll(&mut fds, Some(&timeout)), Ok(1..)) {
            return false;
        }
        let mut key = [0];
        match rustix::io::read(&input, &mut key) {
            Ok(1) => key == [wanted],
            // Nobody types there any more.
            _ => {
                self.restore();
                false
            }
        }
    }

    fn restore(&mut self) {
        if let Some(before) = self.before.take() {
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.restore();
    }
}
