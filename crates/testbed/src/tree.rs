//! The `sys` and `proc` files of a machine as one text, unpacked for a test.
//!
//! The text is meant to be read and written by people. It holds nothing but small text files, links and empty directories.
//!
//! ```text
//! # made: captured | written — and from what
//! @ sys/class/block              the directory that the following names are in
//! sda -> ../../devices/…/sda     a symbolic link
//! queue/rotational = 0           a file of one line
//! queue/iosched /                an empty directory
//! proc/mounts <<                 a file of several lines, up to a line that holds only >>
//! …
//! >>
//! ```

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

/// Writes the files of `archive` under `dir`.
///
/// # Errors
/// A line that is none of the forms above, a path that would leave `dir`, or an error of the file system.
pub fn unpack(archive: &str, dir: &Path) -> io::Result<()> {
    let mut at = PathBuf::new();
    let mut lines = archive.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(place) = trimmed.strip_prefix('@') {
            at = PathBuf::from(place.trim());
        } else if let Some(name) = trimmed.strip_suffix(" <<") {
            let mut body = String::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim() != ">>") {
                body.push_str(line);
                body.push('\n');
            }
            write(dir, &at.join(name), &body)?;
        } else if let Some((name, target)) = trimmed.split_once(" -> ") {
            let path = checked(dir, &at.join(name.trim()))?;
            parents(&path)?;
            symlink(target.trim(), path)?;
        } else if let Some((name, value)) = trimmed.split_once(" =") {
            write(dir, &at.join(name.trim()), &format!("{}\n", value.trim()))?;
        } else if let Some(name) = trimmed.strip_suffix(" /") {
            fs::create_dir_all(checked(dir, &at.join(name))?)?;
        } else {
            return Err(invalid(format!(
                "line {}: not a file, link or directory: {line}",
                number + 1
            )));
        }
    }
    Ok(())
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn checked(dir: &Path, below: &Path) -> io::Result<PathBuf> {
    let inside = below
        .components()
        .all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    // A link made by an earlier line may lead anywhere: nothing is written through one.
    let through_link = || {
        let above = below.ancestors().skip(1);
        above
            .filter(|a| !a.as_os_str().is_empty())
            .any(|a| dir.join(a).is_symlink())
    };
    if inside && !dir.join(below).is_symlink() && !through_link() {
        Ok(dir.join(below))
    } else {
        Err(invalid(format!("{}: outside the tree", below.display())))
    }
}

fn parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn write(dir: &Path, below: &Path, body: &str) -> io::Result<()> {
    let path = checked(dir, below)?;
    parents(&path)?;
    fs::write(path, body)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn unpacks_every_form() {
        let dir = tempfile::tempdir().unwrap();
        let text = "# made: written\n@ sys/a\nb = 1 \nc -> b\nd /\ne =\n@ proc\nm <<\n one\n\ntwo\n>>\n";
        unpack(text, dir.path()).unwrap();
        let read = |p: &str| fs::read_to_string(dir.path().join(p)).unwrap();
        assert_eq!(read("sys/a/b"), "1\n");
        assert_eq!(read("sys/a/c"), "1\n");
        assert_eq!(read("sys/a/e"), "\n");
        assert!(dir.path().join("sys/a/d").is_dir());
        assert_eq!(read("proc/m"), " one\n\ntwo\n");
    }

    #[test]
    fn refuses_to_leave_the_tree_and_names_a_bad_line() {
        let dir = tempfile::tempdir().unwrap();
        assert!(unpack("../x = 1", dir.path()).is_err());
        assert!(unpack("/etc/x = 1", dir.path()).is_err());
        let elsewhere = tempfile::tempdir().unwrap();
        let link = format!("sys/a -> {}\n", elsewhere.path().display());
        for through in ["sys/a/x = 1", "sys/a/b/x = 1", "sys/a/d /", "sys/a = 1"] {
            let dir = tempfile::tempdir().unwrap();
            assert!(
                unpack(&format!("{link}{through}\n"), dir.path()).is_err(),
                "{through}"
            );
        }
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
        let error = unpack("a = 1\nnonsense\n", dir.path()).unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
