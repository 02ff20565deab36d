//! A case of parity: what both programs are given, and what of the outcome is compared.

use std::path::{Path, PathBuf};

/// One job for both programs.
#[derive(Clone)]
pub(crate) struct ParityCase {
    /// Unique name.
    pub(crate) id: String,
    /// Arguments behind the program's name.
    pub(crate) args: Vec<String>,
    /// Files to write into the folder first: name and content.
    pub(crate) files: Vec<(String, String)>,
    /// Files to fill first: name and bytes.
    pub(crate) filled: Vec<(String, u64)>,
    /// What may differ.
    pub(crate) flags: Flags,
}

/// What a case does not compare, and why it may not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flags {
    /// A clock ends it: only that something was done is compared.
    pub(crate) timed: bool,
    /// Reads and writes are mixed by chance: totals are compared, and the split within what chance allows.
    pub(crate) mix: bool,
    /// fio 3.33 repeats fsyncs on asynchronous engines (docs/fio-differences.md: one-sync-per-interval): not compared.
    pub(crate) syncs: bool,
    /// fio 3.33 echoes the option under a name that later versions made an alias (echo-names).
    pub(crate) noecho: bool,
    /// Block sizes are drawn: bytes are compared within 15 %, I/Os too.
    pub(crate) sizes: bool,
    /// Syncs that fio 3.33 counts as short transfers: what both counted is added up.
    pub(crate) datasync: bool,
    /// Bytes are not compared: fio 3.33 miscounts them (docs/fio-differences.md: vsync-bytes).
    pub(crate) nobytes: bool,
    /// Some JSON key depends on timing (samples, steady state): keys are not compared.
    pub(crate) nokeys: bool,
    /// The place of every I/O is compared too, through `write_bw_log` with `log_offset`.
    pub(crate) offsets: bool,
    /// Both must fail; only the exit code's being zero or not is compared.
    pub(crate) fails: bool,
    /// Only `--parse-only`: exit codes agree.
    pub(crate) parse: bool,
    /// A random job, possibly with few I/Os: what is drawn may differ by all that chance allows.
    pub(crate) random: bool,
    /// Passes that make the same draws (`loops`, `io_size`): only those of one are independent. 0 is 1.
    pub(crate) rounds: u32,
}

/// Splits a command as a shell would: blanks separate, `"…"` and `'…'` hold together.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut open = false;
    for c in text.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (Some(_), c) => word.push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                open = true;
            }
            (None, c) if c.is_whitespace() => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            (None, c) => word.push(c),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

/// Where xtask keeps its own case files.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new("xtask/parity").join(name)
}
