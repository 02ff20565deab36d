//! Whether the user can press keys.

use std::io::IsTerminal;

use rustix::termios::tcgetpgrp;

/// Whether standard input is the terminal of this process. One in the background that sets its terminal is stopped.
pub(crate) fn has_keys() -> bool {
    let input = std::io::stdin();
    input.is_terminal() && tcgetpgrp(&input).is_ok_and(|group| group == rustix::process::getpgrp())
}
