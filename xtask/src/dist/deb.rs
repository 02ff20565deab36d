//! The Debian package, made by dpkg-deb: a static program needs nothing of the system.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::release::{Places, Release};
use crate::shell::output;

const PLACES: Places = Places {
    program: "usr/bin/fiord",
    man: "usr/share/man",
    completions: [
        ("bash", "usr/share/bash-completion/completions/fiord"),
        ("zsh", "usr/share/zsh/vendor-completions/_fiord"),
        ("fish", "usr/share/fish/vendor_completions.d/fiord.fish"),
    ],
};

/// Makes the package; the name of its file.
pub(super) fn package(release: &Release) -> Result<String> {
    let architecture = match release.target.split('-').next() {
        Some("x86_64") => "amd64",
        Some("aarch64") => "arm64",
        other => bail!(
            "{}: Debian's name of this architecture is not known here",
            other.unwrap_or_default()
        ),
    };
    let work = tempfile::tempdir_in(&release.folder)?;
    let root = work.path();
    release.install(root, &PLACES)?;
    let about = root.join("usr/share/doc/fiord");
    fs::create_dir_all(&about)?;
    release.documents(&about)?;
    fs::write(about.join("copyright"), COPYRIGHT)?;
    let overrides = root.join("usr/share/lintian/overrides");
    fs::create_dir_all(&overrides)?;
    fs::write(overrides.join("fiord"), OVERRIDES)?;
    let date = output("date", &["-u", "-R", "-d", &format!("@{}", release.epoch)])?;
    let changes = format!(
        "fiord ({}) unstable; urgency=medium\n\n  * See CHANGELOG.md of this version.\n\n -- {MAINTAINER}  {date}",
        release.version
    );
    fs::write(about.join("changelog"), changes)?;
    compress(&about.join("changelog"))?;
    compress_all(&root.join("usr/share/man"))?;
    let kib = settle(root)?.div_ceil(1024);
    fs::create_dir(root.join("DEBIAN"))?;
    fs::write(
        root.join("DEBIAN/control"),
        control(&release.version, architecture, kib),
    )?;
    fs::write(root.join("DEBIAN/md5sums"), sums(root)?)?;
    for path in [root.to_owned(), root.join("DEBIAN")] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    let made = format!("fiord_{}_{architecture}.deb", release.version);
    let status = Command::new("dpkg-deb")
        .args(["--root-owner-group", "-Zxz", "--build"])
        .arg(root)
        .arg(release.folder.join(&made))
        .env("SOURCE_DATE_EPOCH", &release.epoch)
        .status()
        .context("dpkg-deb could not be started")?;
    if !status.success() {
        bail!("dpkg-deb ended with {status}");
    }
    Ok(made)
}

const MAINTAINER: &str = "fiord developers <fiord-storage@users.noreply.github.com>";

const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: fiord
Source: https://github.com/fiord-storage/fiord

Files: *
Copyright: 2026 the authors of fiord
License: Apache-2.0
 On Debian systems the text of this licence is in /usr/share/common-licenses/Apache-2.0.
";

/// What lintian takes for a mistake.
const OVERRIDES: &str = "\
# A static program that is loaded at any address: it needs no library.
fiord: shared-library-lacks-prerequisites [usr/bin/fiord]
";

/// A line for each file, by which `dpkg --verify` and debsums find what was changed.
fn sums(root: &Path) -> Result<String> {
    let listed = Command::new("find")
        .current_dir(root)
        .args(["usr", "-type", "f"])
        .output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let mut files: Vec<&str> = listed.lines().collect();
    files.sort_unstable();
    let summed = Command::new("md5sum").current_dir(root).args(files).output();
    let summed = summed.context("md5sum could not be started")?;
    if !summed.status.success() {
        bail!("md5sum: {}", String::from_utf8_lossy(&summed.stderr));
    }
    Ok(String::from_utf8(summed.stdout)?)
}

fn control(version: &str, architecture: &str, kib: u64) -> String {
    format!(
        "Package: fiord\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\nInstalled-Size: {kib}\n\
         Section: utils\nPriority: optional\nHomepage: https://github.com/fiord-storage/fiord\n\
         Description: storage lab that runs fio jobs and says what was measured\n \
         fiord runs the jobs of fio with less overhead and judges the result by the\n \
         counters of the kernel: the disk, a cache, a throttle, a neighbour, or the\n \
         generator itself.\n"
    )
}

/// Every file below a folder.
fn compress_all(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => compress_all(&path)?,
            false => compress(&path)?,
        }
    }
    Ok(())
}

fn compress(path: &Path) -> Result<()> {
    output("gzip", &["-n9", path.to_str().context("a path in UTF-8")?]).map(|_| ())
}

/// Gives files and folders the rights that packages have, whatever the umask is; the bytes of all files.
fn settle(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let mode = if path.is_dir() {
            sum += settle(&path)?;
            0o755
        } else {
            sum += path.metadata()?.len();
            if path.ends_with("usr/bin/fiord") {
                0o755
            } else {
                0o644
            }
        };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
    }
    Ok(sum)
}
