//! Checks that take long and find little: other compilers, other targets, other people's crates.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::count::Tally;
use crate::shell;

/// Everything, with all features, compiles with the oldest Rust that the manifest promises. Lints of the newest do not see all that the oldest lacks.
pub(super) fn oldest_rust() -> Result<Tally> {
    let version = shell::oldest_rust();
    let toolchain = format!("+{version}");
    if !succeeds(&[&toolchain, "--version"]) {
        return Ok(Tally::skip(
            "msrv",
            &format!("Rust {version} is not installed (rustup toolchain install {version})"),
        ));
    }
    // In a place of its own, so that neither compiler undoes the other's work.
    let place = ["--target-dir", "target/oldest"];
    // The tests are built without optional features: these compile here only.
    let what = ["--workspace", "--all-targets", "--all-features"];
    let check = [&[&*toolchain, "check", "--quiet"], &what[..]].concat();
    shell::show("cargo", &[&check[..], &place].concat())?;
    Ok(Tally::new("compiles"))
}

/// The crates that call the kernel compile for musl, as `cargo xtask dist` builds them: types of system calls differ there. Without the
/// store, whose SQLite needs a C compiler for musl.
pub(super) fn static_target() -> Result<Tally> {
    let target = shell::static_target();
    if !shell::has_target(&target)? {
        let reason = format!("{target} is not installed (rustup target add {target})");
        return Ok(Tally::skip("static", &reason));
    }
    let place = ["--target", &target, "--target-dir", "target/static"];
    let check = ["check", "--quiet", "--locked", "-p", "fiord-cluster"];
    shell::show("cargo", &[&check[..], &place].concat())?;
    Ok(Tally::new("compiles"))
}

/// The fuzz target compiles: it is not part of the workspace, because fuzzing itself needs a sanitizer.
pub(super) fn fuzz_target() -> Result<Tally> {
    let manifest = ["--locked", "--manifest-path", "crates/job/fuzz/Cargo.toml"];
    if !succeeds(&[&["fetch", "--quiet"], &manifest[..]].concat()) {
        return Ok(Tally::skip("fuzz", "its dependencies could not be fetched"));
    }
    let check = ["check", "--quiet", "--target-dir", "target/fuzz"];
    shell::show("cargo", &[&check, &manifest[..]].concat())?;
    Ok(Tally::new("compiles"))
}

/// Licences, versions, sources and advisories of all crates, by deny.toml.
pub(super) fn dependencies() -> Result<Tally> {
    if !shell::found("cargo-deny") {
        let reason = "cargo-deny is not installed (cargo install --locked cargo-deny)";
        return Ok(Tally::skip("deny", reason));
    }
    shell::show(
        "cargo",
        &["deny", "--locked", "check", "bans", "licenses", "sources"],
    )?;
    if !succeeds(&["deny", "fetch", "db"]) {
        return Ok(Tally::skip(
            "advisories",
            "the database of RustSec could not be fetched",
        ));
    }
    shell::show("cargo", &["deny", "--locked", "check", "advisories"])?;
    Ok(Tally::new("no breaches of deny.toml"))
}

/// Whether cargo ends well, unseen.
fn succeeds(args: &[&str]) -> bool {
    let mut cargo = Command::new("cargo");
    cargo
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    cargo.status().is_ok_and(|status| status.success())
}
