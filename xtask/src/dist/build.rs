//! Builds the static program so that two builds of one commit in two folders are alike.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::compiler;
use crate::shell::{self, output};

/// Builds the program; its path.
///
/// # Errors
/// What is missing, with the command that installs it; or the build fails.
pub(super) fn program(target: &str, epoch: &str) -> Result<PathBuf> {
    if !shell::has_target(target)? {
        bail!("{target}: Rust's library for it is missing; install it with `rustup target add {target}`");
    }
    let c_compiler = format!("CC_{}", target.replace('-', "_"));
    if std::env::var_os(&c_compiler).is_none() && !shell::found("musl-gcc") {
        bail!(
            "musl-gcc is missing, with which SQLite is built; install it with `apt-get install musl-tools`, or name a C compiler in {c_compiler}"
        );
    }
    let is_auditable = shell::found("cargo-auditable");
    if !is_auditable {
        println!(
            "SKIP sbom: cargo-auditable is not installed; the program will not list its crates (cargo install cargo-auditable)"
        );
    }
    let verbs: &[&str] = if is_auditable {
        &["auditable", "build"]
    } else {
        &["build"]
    };
    let moved = moved()?;
    let mut flags: Vec<String> = moved
        .iter()
        .map(|(from, to)| format!("--remap-path-prefix={from}={to}"))
        .collect();
    flags.extend(folding()?);
    flags.push(compiler::FRAME_POINTERS.to_owned());
    let mut c_flags: Vec<String> = moved
        .iter()
        .map(|(from, to)| format!("-ffile-prefix-map={from}={to}"))
        .collect();
    // No panic goes through SQLite.
    c_flags.push("-fno-asynchronous-unwind-tables".to_owned());
    let mut cargo = Command::new("cargo");
    cargo
        .args(verbs)
        .args(["--release", "--locked", "--package", "fiord", "--target", target])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env(format!("CFLAGS_{}", target.replace('-', "_")), c_flags.join(" "))
        .env("RUSTC_WRAPPER", std::env::current_exe()?)
        .env(compiler::MARK, "1")
        .env("SOURCE_DATE_EPOCH", epoch)
        .env("CARGO_INCREMENTAL", "0")
        // What runs per I/O or per byte keeps the level that Cargo.toml gives it.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z")
        .env("CARGO_PROFILE_RELEASE_LTO", "fat")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    println!("$ {cargo:?}");
    let status = cargo.status().context("cargo could not be started")?;
    if !status.success() {
        bail!("cargo ended with {status}");
    }
    Ok(shell::target().join(target).join("release/fiord"))
}

/// Flags for the linker that comes with Rust, which keeps one of functions that are alike (many readers and writers of documents are)
/// and packs the places that the start of the program has to correct (`DT_RELR`, which musl 1.2.4 and newer read).
/// Without that linker the program is larger, and the same otherwise.
fn folding() -> Result<Vec<String>> {
    let rust = output("rustc", &["--print=sysroot"])?;
    let host = output("rustc", &["--print=host-tuple"])?;
    let folder = PathBuf::from(rust.trim()).join(format!("lib/rustlib/{}/bin/gcc-ld", host.trim()));
    if !folder.join("ld.lld").is_file() {
        println!("Rust's linker is missing: the program becomes larger");
        return Ok(Vec::new());
    }
    let folder = format!("-B{}", folder.display());
    let packed = "-Wl,-z,pack-relative-relocs";
    let arguments = ["-fuse-ld=lld", &folder, "-Wl,--icf=all", packed];
    Ok(arguments
        .iter()
        .map(|flag| format!("-Clink-arg={flag}"))
        .collect())
}

/// Folders whose names would be in the program, and what stands there instead.
fn moved() -> Result<Vec<(String, &'static str)>> {
    let here = std::env::current_dir()?;
    let cargo = match std::env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => PathBuf::from(std::env::var_os("HOME").context("HOME is not set")?).join(".cargo"),
    };
    let rust = output("rustc", &["--print=sysroot"])?;
    Ok(vec![
        (here.display().to_string(), "/fiord"),
        (cargo.display().to_string(), "/cargo"),
        (rust.trim().to_owned(), "/rust"),
    ])
}

/// Whether an ELF program of 64 bits asks for a dynamic loader (PT_INTERP, elf(5)).
pub(super) fn has_interpreter(program: &[u8]) -> Result<bool> {
    const PT_INTERP: u64 = 3;
    if program.get(..5) != Some(b"\x7fELF\x02") {
        bail!("not an ELF program of 64 bits");
    }
    let number = |at: usize, bytes: usize| -> Result<u64> {
        let field = program
            .get(at..at + bytes)
            .context("the ELF program is cut short")?;
        Ok(field
            .iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    };
    let (from, size, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    for header in 0..count {
        if number((from + header * size) as usize, 4)? == PT_INTERP {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_asks_for_a_loader_is_found() {
        let ours = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(has_interpreter(&ours).unwrap());
        let mut changed = ours.clone();
        let from = u64::from_le_bytes(ours[0x20..0x28].try_into().unwrap()) as usize;
        let count = usize::from(u16::from_le_bytes([ours[0x38], ours[0x39]]));
        for header in 0..count {
            let at = from + header * 56;
            if changed[at] == 3 {
                changed[at] = 0;
            }
        }
        assert!(!has_interpreter(&changed).unwrap());
        assert!(has_interpreter(b"#!/bin/sh").is_err());
        assert!(has_interpreter(&ours[..0x30]).is_err());
    }
}
