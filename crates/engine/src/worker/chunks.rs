//! Checks the chunks of a read, in the worker or in a thread of `verify_async`.

use std::io::{self, Write};
use std::path::Path;

use fiord_workload::content::Content;
use fiord_workload::verify::{Damage, Expected, Sealer};

/// A chunk that is not what it should be.
#[derive(Debug)]
pub(super) struct Wrong {
    /// In its file, in bytes.
    pub(super) offset: u64,
    pub(super) damage: Damage,
    /// For `verify_dump`.
    pub(super) dump: Option<Dump>,
}

/// The first of `chunks` that is wrong; they lie in `bytes` from the given places on.
pub(super) fn check_chunks(
    sealer: &Sealer,
    content: &Content,
    bytes: &mut [u8],
    chunks: impl Iterator<Item = (usize, Expected)>,
    dump: bool,
) -> Result<(), Wrong> {
    let paint = |chunk: &mut [u8], seed| content.paint(chunk, seed);
    for (from, expected) in chunks {
        let chunk = &mut bytes[from..from + sealer.chunk_bytes()];
        if let Err(damage) = sealer.check(chunk, &expected, paint) {
            return Err(Wrong {
                offset: expected.offset,
                damage,
                dump: dump.then(|| Dump {
                    expected: sealer.expected_chunk(chunk, &expected, paint),
                    received: chunk.to_vec(),
                }),
            });
        }
    }
    Ok(())
}

/// A wrong chunk, as `verify_dump` stores it.
///
/// FIO-DIFF(verify-dump): fio stores nothing but `.hdr_fail` where the header is wrong, and what it expected as if it had written the
/// block itself; here `.expected` is there wherever it is known, and only there.
#[derive(Debug)]
pub(super) struct Dump {
    received: Vec<u8>,
    expected: Option<Vec<u8>>,
}

impl Dump {
    /// Into files of the working directory, named after the file and the place. They are for a human to look at: that they cannot be
    /// stored changes nothing about the result.
    pub(super) fn store(&self, path: &Path, offset: u64, of_header: bool) {
        let name = if of_header { "hdr_fail" } else { "received" };
        let _ = store(path, offset, name, &self.received);
        if let Some(expected) = &self.expected {
            let _ = store(path, offset, "expected", expected);
        }
    }
}

fn store(path: &Path, offset: u64, what: &str, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let mut to = name.to_os_string();
    to.push(format!(".{offset}.{what}"));
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(to)
        .and_then(|mut file| file.write_all(bytes))
}
