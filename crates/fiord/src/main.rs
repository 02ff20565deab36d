//! The `fiord` command.

fn main() {}
