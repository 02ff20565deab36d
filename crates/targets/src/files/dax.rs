//! Persistent memory for engines that map it: what may be named, and how large it is.

use std::path::Path;

use fiord_job::plan::EngineKind;

use super::consent::Consent;
use super::probe::open_place;
use crate::failure::Failure;
use fiord_workload::plan::TargetKind;
use fiord_workload::size::PathProbe;

/// What a job of such an engine finds at a path. Whether a file lies on persistent memory, its mapping tells.
///
/// # Errors
/// It is another kind of thing than the engine maps.
pub(super) fn look(
    kind: EngineKind,
    path: &Path,
    found: PathProbe,
    consent: &Consent<'_>,
) -> Result<PathProbe, Failure> {
    let refuse = |words: &str| Err(Failure::new(kind.name(), libc::ENOTTY).on(path).because(words));
    match (kind, found.kind) {
        (EngineKind::DevDax, TargetKind::Char) => match open_place(path)
            .ok()
            .and_then(|place| consent.memory_bytes(&place))
        {
            Some(bytes) => Ok(PathProbe {
                size_bytes: Some(bytes),
                ..found
            }),
            None => refuse("not persistent memory (/dev/daxX.Y), but another character device"),
        },
        // FIO-DIFF(dax-file): fio 3.33 ends without a word.
        (EngineKind::DevDax, _) => refuse(
            "not a character device; name persistent memory (/dev/daxX.Y), or use ioengine=libpmem for files that lie on it",
        ),
        (_, TargetKind::File) => Ok(found),
        _ => refuse("not a file; ioengine=dev-dax takes persistent memory as a device (/dev/daxX.Y)"),
    }
}
