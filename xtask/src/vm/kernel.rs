//! Debian's kernel package: loaded by apt-get, unpacked in target/vm, never installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::shell;

/// Debian's kernel, unpacked: its image and the folder of its modules.
pub(super) struct Kernel {
    pub(super) image: PathBuf,
    pub(super) modules: PathBuf,
    pub(super) version: String,
}

/// Finds the unpacked kernel, or loads and unpacks it. The inner error is why there is none.
pub(super) fn find(place: &Path) -> Result<Result<Kernel, String>> {
    let unpacked = place.join("kernel");
    if !unpacked.join("boot").is_dir() {
        let package = match package(place)? {
            Ok(package) => package,
            Err(reason) => return Ok(Err(reason)),
        };
        let (package, folder) = (package.display().to_string(), unpacked.display().to_string());
        shell::show("dpkg", &["-x", &package, &folder])?;
    }
    let version = fs::read_dir(unpacked.join("lib/modules"))?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .next()
        .context("the kernel package has no modules")?;
    Ok(Ok(Kernel {
        image: unpacked.join(format!("boot/vmlinuz-{version}")),
        modules: unpacked.join("lib/modules").join(&version),
        version,
    }))
}

/// The kernel package, loaded by apt-get where it is not there yet.
fn package(place: &Path) -> Result<Result<PathBuf, String>> {
    let there = |place: &Path| -> Result<Option<PathBuf>> {
        let mut packages = fs::read_dir(place)?.filter_map(|entry| Some(entry.ok()?.path()));
        Ok(packages.find(|path| path.extension().is_some_and(|end| end == "deb")))
    };
    if let Some(package) = there(place)? {
        return Ok(Ok(package));
    }
    let Ok(depends) = shell::output("apt-cache", &["depends", "linux-image-amd64"]) else {
        return Ok(Err("apt-cache knows no linux-image-amd64".to_owned()));
    };
    let name = depends
        .split_whitespace()
        .find(|word| word.starts_with("linux-image-") && *word != "linux-image-amd64");
    let Some(name) = name else {
        return Ok(Err("linux-image-amd64 depends on no kernel".to_owned()));
    };
    println!("$ apt-get download {name}");
    let loaded = Command::new("apt-get")
        .args(["download", name])
        .current_dir(place)
        .stdin(Stdio::null())
        .output()?;
    match there(place)? {
        Some(package) if loaded.status.success() => Ok(Ok(package)),
        _ => Ok(Err(String::from_utf8_lossy(&loaded.stderr).trim().to_owned())),
    }
}
