//! Development commands of fiord.

fn main() {}
