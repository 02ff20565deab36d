//! Builds the static program so that two builds of one commit in two directories are alike.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::setup::{Requirement, command, missing, names};
use crate::shell::{self, output};

/// Lists the crates of a program in it.
const AUDITABLE: Requirement = Requirement::Cargo("cargo-auditable");

/// Checks that everything is there that the build needs; prints what it will leave out.
///
/// # Errors
/// All that is missing, with one command that installs it.
pub(super) fn check(target: &str) -> Result<()> {
    let mut needed = vec![Requirement::Target(target.to_owned())];
    if std::env::var_os(c_compiler(target)).is_none() {
        needed.push(Requirement::Package("musl-gcc", "musl-tools"));
    }
    let lacked = missing(&needed);
    if !lacked.is_empty() {
        let useful = missing(&[AUDITABLE, Requirement::Package("dpkg-deb", "dpkg")]);
        let all = [lacked, useful].concat();
        bail!(
            "missing: {}; install all of it:\n  {}",
            names(&all),
            command(&all)
        );
    }
    if !missing(&[AUDITABLE]).is_empty() {
        println!(
            "SKIP sbom: the program will not list its crates ({})",
            command(&[AUDITABLE])
        );
    }
    Ok(())
}

/// The variable that names another C compiler for SQLite than musl-gcc.
fn c_compiler(target: &str) -> String {
    format!("CC_{}", target.replace('-', "_"))
}

/// Builds the program; its path.
pub(super) fn program(target: &str, epoch: &str) -> Result<PathBuf> {
    let verbs: &[&str] = if missing(&[AUDITABLE]).is_empty() {
        &["auditable", "build"]
    } else {
        &["build"]
    };
    let moved = moved()?;
    let flags = |name: &str| -> Vec<String> {
        let flags = moved.iter().map(|(from, to)| format!("{name}={from}={to}"));
        flags.collect()
    };
    let mut cargo = Command::new("cargo");
    cargo
        .args(verbs)
        .args(["--release", "--locked", "--package", "fiord", "--target", target])
        .env(
            "CARGO_ENCODED_RUSTFLAGS",
            flags("--remap-path-prefix").join("\u{1f}"),
        )
        .env(
            format!("CFLAGS_{}", target.replace('-', "_")),
            flags("-ffile-prefix-map").join(" "),
        )
        .env("SOURCE_DATE_EPOCH", epoch)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    println!("$ {cargo:?}");
    let status = cargo.status().context("cargo could not be started")?;
    if !status.success() {
        bail!("cargo ended with {status}");
    }
    Ok(shell::target().join(target).join("release/fiord"))
}

/// Directories whose names would be in the program, and the names that it gets instead.
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
