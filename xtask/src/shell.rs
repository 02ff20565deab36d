//! Runs other programs, reads arguments, and finds the workspace and the binaries in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The workspace's root.
pub(crate) fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}

/// Runs a command with its output shown; an error when it fails.
pub(crate) fn show(program: &str, args: &[&str]) -> Result<()> {
    println!("$ {program} {}", args.join(" "));
    let status = Command::new(program)
        .args(args)
        // `.ci/run` sets it for what it builds itself; other compilers have no clippy beside them.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("{program} could not be started"))?;
    if !status.success() {
        bail!("{program} {} ended with {status}", args.join(" "));
    }
    Ok(())
}

/// Whether a program is on PATH.
pub(crate) fn found(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// The value behind `--name VALUE` or `--name=VALUE`.
pub(crate) fn value<'a>(args: &'a [String], name: &str) -> Option<&'a str> {
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == name {
            return rest.next().map(String::as_str);
        }
        if let Some(value) = arg.strip_prefix(name).and_then(|tail| tail.strip_prefix('=')) {
            return Some(value);
        }
    }
    None
}

/// Whether `--name` stands among the arguments.
pub(crate) fn flag(args: &[String], name: &str) -> bool {
    args.iter().any(|arg| arg == name)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// Builds the release binary and returns its path, or takes the one that `--ours` names.
pub(crate) fn fiord(args: &[String]) -> Result<PathBuf> {
    let path = match value(args, "--ours") {
        Some(path) => PathBuf::from(path),
        None => {
            show("cargo", &["build", "--quiet", "--release", "--package", "fiord"])?;
            target().join("release/fiord")
        }
    };
    path.canonicalize()
        .with_context(|| format!("{} is not there", path.display()))
}

/// What a program prints; an error when it fails.
pub(crate) fn output(program: &str, args: &[&str]) -> Result<String> {
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

/// Whether Rust's library for a target is installed.
pub(crate) fn has_target(target: &str) -> Result<bool> {
    let library = output("rustc", &["--print=target-libdir", "--target", target])?;
    Ok(Path::new(library.trim()).is_dir())
}

/// The target that `cargo xtask dist` builds for.
pub(crate) fn static_target() -> String {
    format!("{}-unknown-linux-musl", std::env::consts::ARCH)
}

/// The oldest Rust that builds fiord.
pub(crate) fn oldest_rust() -> &'static str {
    env!("CARGO_PKG_RUST_VERSION")
}
