//! `cargo xtask dist`: what people install: a static binary in a tarball and a Debian package, with pages, completions and checksums.

mod build;
mod deb;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::shell;

/// What is packed.
struct Release {
    /// As the workspace has it.
    version: String,
    /// As `x86_64-unknown-linux-musl`.
    target: String,
    /// Of the last commit, in seconds since 1970: the time of all files, so that two builds are alike.
    epoch: String,
    /// The static program, stripped.
    program: PathBuf,
    /// `target/dist`.
    folder: PathBuf,
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let target = match shell::value(args, "--target") {
        Some(target) => target.to_owned(),
        None => format!("{}-unknown-linux-musl", std::env::consts::ARCH),
    };
    let epoch = epoch()?;
    let program = match shell::value(args, "--ours") {
        Some(path) => PathBuf::from(path),
        None => build::program(&target, &epoch)?,
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
    let made = release.make()?;
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
    let status = output("git", &["status", "--porcelain", "--untracked-files=no"])?;
    if !status.is_empty() {
        println!("note: the tree has changes that are not committed; nobody else can build the same files");
    }
    Ok(output("git", &["log", "-1", "--format=%ct"])?.trim().to_owned())
}

/// What a program prints; an error when it fails.
fn output(program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{program} could not be started"))?;
    if !output.status.success() {
        bail!(
            "{program} {}: {}",
            args.join(" "),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(String::from_utf8(output.stdout)?)
}

impl Release {
    /// Makes everything; the names of the files.
    fn make(&self) -> Result<Vec<String>> {
        let mut made = vec![self.tarball()?];
        if shell::found("dpkg-deb") {
            made.push(deb::package(self)?);
        } else {
            println!("SKIP deb: dpkg-deb is not installed (Debian package dpkg)");
        }
        let mut sums = String::new();
        for file in &made {
            let path = self.folder.join(file);
            let sum = output("sha256sum", &[path.to_str().context("a path in UTF-8")?])?;
            let sum = sum
                .split_whitespace()
                .next()
                .context("sha256sum printed nothing")?;
            sums.push_str(&format!("{sum}  {file}\n"));
        }
        fs::write(self.folder.join("SHA256SUMS"), &sums)?;
        print!("{sums}");
        made.push("SHA256SUMS".to_owned());
        Ok(made)
    }

    /// Puts the program, pages and completions where a package has them, below a folder; their places with what completes what.
    fn install(&self, root: &Path, places: &Places) -> Result<()> {
        let put = |place: &str| -> Result<PathBuf> {
            let path = root.join(place);
            fs::create_dir_all(path.parent().context("a place has a folder")?)?;
            Ok(path)
        };
        fs::copy(&self.program, put(places.program)?)?;
        let program = self.program.to_str().context("a path in UTF-8")?;
        for (shell, place) in places.completions {
            fs::write(put(place)?, output(program, &["completions", shell])?)?;
        }
        let pages = tempfile::tempdir()?;
        output(
            program,
            &[
                "man",
                "--folder",
                pages.path().to_str().context("a path in UTF-8")?,
            ],
        )?;
        for page in fs::read_dir(pages.path())? {
            let page = page?;
            let name = page.file_name().to_string_lossy().into_owned();
            let section = name.rsplit('.').next().unwrap_or_default();
            fs::copy(page.path(), put(&format!("{}/man{section}/{name}", places.man))?)?;
        }
        Ok(())
    }

    fn tarball(&self) -> Result<String> {
        let name = format!("fiord-{}-{}", self.version, self.target);
        let work = tempfile::tempdir_in(&self.folder)?;
        let root = work.path().join(&name);
        self.install(&root, &TARBALL)?;
        for file in ["LICENSE", "README.md", "CHANGELOG.md"] {
            fs::copy(file, root.join(file))?;
        }
        let made = format!("{name}.tar.gz");
        let status = Command::new("tar")
            .args([
                "--sort=name",
                "--owner=0",
                "--group=0",
                "--numeric-owner",
                "--format=gnu",
            ])
            .args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -n9"])
            .arg(format!("--mtime=@{}", self.epoch))
            .arg("-cf")
            .arg(self.folder.join(&made))
            .arg("-C")
            .arg(work.path())
            .arg(&name)
            .status()
            .context("tar could not be started")?;
        if !status.success() {
            bail!("tar ended with {status}");
        }
        Ok(made)
    }
}

/// Where things lie in a package.
struct Places {
    program: &'static str,
    man: &'static str,
    completions: [(&'static str, &'static str); 3],
}

const TARBALL: Places = Places {
    program: "fiord",
    man: "man",
    completions: [
        ("bash", "completions/fiord.bash"),
        ("zsh", "completions/_fiord"),
        ("fish", "completions/fiord.fish"),
    ],
};
