//! `cargo xtask dist`: a static binary in a tarball and a Debian package, with pages, completions and checksums.

mod build;
mod deb;
mod release;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use self::release::Release;
use crate::shell;

pub(crate) fn run(args: &[String]) -> Result<()> {
    let target = match shell::value(args, "--target") {
        Some(target) => target.to_owned(),
        None => shell::static_target(),
    };
    let epoch = epoch()?;
    let program = match shell::value(args, "--ours") {
        Some(path) => PathBuf::from(path),
        None => {
            build::check(&target)?;
            build::program(&target, &epoch)?
        }
    };
    if build::has_interpreter(&fs::read(&program).with_context(|| program.display().to_string())?)? {
        bail!(
            "{}: asks for a dynamic loader; expected a static program",
            program.display()
        );
    }
    let folder = shell::target().join("dist");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder)?;
    let release = Release {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        target,
        epoch,
        program: program.canonicalize()?,
        folder: folder.canonicalize()?,
    };
    let made = make(&release)?;
    for file in &made {
        let bytes = fs::metadata(release.folder.join(file))?.len();
        println!(
            "{}: {:.1} MB",
            release.folder.join(file).display(),
            bytes as f64 / 1e6
        );
    }
    println!(
        "{}: {:.1} MB",
        release.program.display(),
        fs::metadata(&release.program)?.len() as f64 / 1e6
    );
    Ok(())
}

fn epoch() -> Result<String> {
    if let Ok(epoch) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(epoch);
    }
    let status = shell::output("git", &["status", "--porcelain", "--untracked-files=no"])?;
    if !status.is_empty() {
        println!("note: the tree has changes that are not committed; nobody else can build the same files");
    }
    Ok(shell::output("git", &["log", "-1", "--format=%ct"])?
        .trim()
        .to_owned())
}

/// Makes everything; the names of the files.
fn make(release: &Release) -> Result<Vec<String>> {
    let mut made = vec![release.tarball()?];
    if shell::found("dpkg-deb") {
        made.push(deb::package(release)?);
    } else {
        println!("SKIP deb: dpkg-deb is not installed (Debian package dpkg)");
    }
    let mut sums = String::new();
    for file in &made {
        let path = release.folder.join(file);
        let sum = shell::output("sha256sum", &[path.to_str().context("a path in UTF-8")?])?;
        let sum = sum
            .split_whitespace()
            .next()
            .context("sha256sum printed nothing")?;
        sums.push_str(&format!("{sum}  {file}\n"));
    }
    fs::write(release.folder.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    made.push("SHA256SUMS".to_owned());
    Ok(made)
}
