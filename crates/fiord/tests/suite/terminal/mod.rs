//! A terminal of a given width, and what stands on it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// The two ends of a terminal.
pub(crate) struct Terminal {
    master: File,
    /// Held until a program has the terminal: a terminal that nobody holds has no size.
    first: OwnedFd,
    name: std::ffi::CString,
}

impl Terminal {
    pub(crate) fn new(width: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let first = open(&name);
        let size = Winsize {
            ws_row: 50,
            ws_col: width,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&first, size).unwrap();
        Self {
            master: File::from(master),
            first,
            name,
        }
    }

    /// The end that programs get.
    pub(crate) fn end(&self) -> OwnedFd {
        open(&self.name)
    }

    /// Runs a program that has the terminal; what stands there when it has ended.
    pub(crate) fn run(self, mut command: Command) -> (String, ExitStatus) {
        let mut child = command.spawn().unwrap();
        // The ends of the terminal that this process holds; the master then reads until the child's are closed.
        drop((self.first, command));
        let mut master = self.master;
        let mut bytes = Vec::new();
        // The last read of a terminal that nobody holds is an error.
        let _ = master.read_to_end(&mut bytes);
        let status = child.wait().unwrap();
        (String::from_utf8(bytes).unwrap(), status)
    }
}

impl Terminal {
    /// Reads on until a text has come; what came.
    pub(crate) fn read_until(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        while !String::from_utf8_lossy(&bytes).contains(text) {
            let mut part = [0; 4096];
            let count = self.master.read(&mut part).unwrap();
            bytes.extend_from_slice(&part[..count]);
        }
        bytes
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &[u8]) {
        self.master.write_all(keys).unwrap();
    }

    /// Whether it shows what is typed, line by line, as it does when no program changes that.
    pub(crate) fn echoes(&self) -> bool {
        use rustix::termios::LocalModes;
        let modes = rustix::termios::tcgetattr(&self.first).unwrap().local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
    }
}

fn open(name: &std::ffi::CStr) -> OwnedFd {
    rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap()
}

/// What a terminal of this width gets from `fiord ARGS`.
pub(crate) fn on_terminal(folder: &Path, width: u16, variables: &[(&str, &str)], args: &[&str]) -> String {
    let terminal = Terminal::new(width);
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command
        .args(args)
        .current_dir(folder)
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .env("TERM", "xterm-256color")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(terminal.end())
        .stderr(terminal.end());
    terminal.run(command).0
}

/// Output without the sequences that style it.
pub(crate) fn visible(output: &str) -> String {
    let mut visible = String::new();
    let mut rest = output;
    while let Some((before, sequence)) = rest.split_once("\x1b[") {
        visible.push_str(before);
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
        rest = &sequence[end + 1..];
    }
    visible.push_str(rest);
    visible
}

/// The visible lines on a terminal of this width, with those that were drawn over each other.
pub(crate) fn lines(output: &str, columns: u16) -> Vec<String> {
    visible(output)
        .split(['\n', '\r'])
        .flat_map(|text| rows(text, usize::from(columns)))
        .filter(|line| !line.is_empty())
        .collect()
}

/// Progress is written without line ends: each line is filled with blanks to the last column, which its text never uses.
fn rows(text: &str, columns: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let rows = letters.chunks(columns);
    let are_filled =
        letters.len().is_multiple_of(columns) && rows.clone().all(|row| row.last() == Some(&' '));
    if are_filled {
        rows.map(String::from_iter).collect()
    } else {
        vec![text.to_owned()]
    }
}

#[test]
fn a_line_that_is_too_long_is_no_filled_rows() {
    assert_eq!(lines("ab cd  ab     \nend", 7), ["ab cd  ", "ab     ", "end"]);
    assert_eq!(lines("ab cd efab     ", 7), ["ab cd efab     "]);
    assert_eq!(lines("ab cd eab     ", 7), ["ab cd eab     "]);
}
