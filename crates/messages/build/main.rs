//! Compiles the message files of all languages into Rust: no file is read and no text is parsed at run time.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod catalog;
mod emit;

use std::path::{Path, PathBuf};
use std::{env, fs, process};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for language in catalog::LANGUAGES {
        println!("cargo::rerun-if-changed={}", language.tag);
    }
    if let Err(error) = compile(&root, &out.join("messages.rs")) {
        eprintln!("{error}");
        process::exit(1);
    }
}

fn compile(root: &Path, target: &Path) -> Result<(), String> {
    let modules = catalog::read(root)?;
    let source = emit::source(&modules);
    fs::write(target, source).map_err(|error| format!("{}: {error}", target.display()))
}
