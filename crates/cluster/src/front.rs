//! What the caller gives to whatever ranks do together.

use anyhow::Result;

/// Where messages and the result go.
pub struct HostsFront<'a> {
    /// A sentence for people.
    pub say: &'a (dyn Fn(&str) + Sync),
    /// How far all are, now and then.
    pub progress: &'a dyn Fn(&str),
    /// Prints a text to standard output.
    pub print: &'a dyn Fn(&str) -> Result<()>,
    /// Does something while no progress is shown.
    pub above: &'a dyn Fn(&mut dyn FnMut()),
}
