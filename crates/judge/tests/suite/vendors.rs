//! The commands that clouds, databases and benchmark programs publish, by their source.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

const COMMANDS: &str = include_str!("../data/vendor-commands.txt");

/// Source and command.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = COMMANDS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap())
}

pub(crate) fn command(from: &str) -> &'static str {
    let found = all().find(|(known, _)| *known == from);
    found
        .unwrap_or_else(|| panic!("{from}: not in vendor-commands.txt"))
        .1
}
