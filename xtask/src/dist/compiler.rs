//! Stands between cargo and the compiler while `dist` builds: cargo has no flags for single packages.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// Set for the compilers of `dist`.
pub(super) const MARK: &str = "FIORD_DIST_COMPILER";

/// Tables for unwinding are a third shorter with it.
pub(super) const FRAME_POINTERS: &str = "-Cforce-frame-pointers=yes";

/// Becomes the compiler, if cargo started this program as one.
pub(crate) fn become_one() -> Option<ExitCode> {
    std::env::var_os(MARK)?;
    let mut words = std::env::args_os().skip(1);
    let compiler = words.next()?;
    let error = Command::new(&compiler).args(arguments(words.collect())).exec();
    eprintln!("xtask: {}: {error}", compiler.display());
    Some(ExitCode::FAILURE)
}

/// What runs per I/O or per byte, to which `Cargo.toml` gives its own level, has the register of the frame for itself.
fn arguments(mut words: Vec<OsString>) -> Vec<OsString> {
    if words.iter().any(|word| word == "opt-level=3") {
        words.retain(|word| word != FRAME_POINTERS);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_compiled_for_speed_has_no_frame_pointers() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let small = words("rustc -C opt-level=z -Cforce-frame-pointers=yes -C lto");
        assert_eq!(arguments(small.clone()), small);
        let fast = words("rustc -C opt-level=3 -Cforce-frame-pointers=yes -C lto");
        assert_eq!(arguments(fast), words("rustc -C opt-level=3 -C lto"));
    }
}
