//! Programs of the system, run for their effect or their words.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// PATH and where the tools of the administrator lie.
fn path() -> OsString {
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/sbin:/sbin");
    path
}

/// Whether a program is installed.
pub fn has(program: &str) -> bool {
    std::env::split_paths(&path()).any(|folder| folder.join(program).is_file())
}

/// Runs a program with nobody at its stdin, in the C locale; what it said on stdout.
///
/// # Errors
///
/// The program and its complaint, when it could not be started or failed.
pub fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .env("PATH", path())
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        Err(format!("{program}: {}", complaint.trim()))
    }
}

/// A folder that every user can reach, with a copy of a program in it. Another process copies: were the copy open for writing
/// here, a program that another thread starts at that moment would hold it open, and it could not be executed.
pub fn reachable_copy(program: impl AsRef<Path>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let (from, to) = (
        program.as_ref().to_str().unwrap(),
        folder.path().to_str().unwrap(),
    );
    run("cp", &[from, to]).unwrap();
    folder
}

#[cfg(test)]
mod tests {
    use super::{has, run};

    #[test]
    fn a_program_answers_or_complains() {
        assert_eq!(run("echo", &["yes"]).unwrap(), "yes\n");
        let complaint = run("sh", &["-c", "echo no >&2; exit 3"]).unwrap_err();
        assert_eq!(complaint, "sh: no");
        assert!(has("sh") && !has("no-such-program"));
        assert!(
            run("no-such-program", &[])
                .unwrap_err()
                .starts_with("no-such-program: ")
        );
    }
}
