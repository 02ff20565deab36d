//! `fiord notebook new`: a notebook that comes with fiord, or one that begins with the answers to three questions.

use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, ValueHint};
use fiord_messages::{Fixed, Lang, notebook as messages};
use fiord_notebook::builtin;

use crate::ui::{self, exit};

#[derive(Debug, clap::Args)]
pub(super) struct NewArgs {
    #[arg(conflicts_with_all = ["load", "vary"])]
    name: Option<String>,
    #[arg(long, requires = "name")]
    exercise: bool,
    #[arg(long)]
    load: Option<Load>,
    #[arg(long)]
    vary: Option<Vary>,
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Load {
    Reads,
    Writes,
    /// Writes with an fsync after each.
    Commits,
    /// Seven reads to three writes.
    Mixed,
}

/// What is varied besides the order of the I/Os.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Vary {
    Nothing,
    BlockSize,
    Depth,
    Threads,
}

pub(super) fn run(args: &NewArgs) -> Result<u8> {
    let lang = Lang::current();
    if let Some(name) = &args.name {
        let known = builtin::find(name).with_context(|| super::unknown(name))?;
        let text = known.text(lang);
        let text = if args.exercise {
            builtin::exercise(&text)
        } else {
            text.into_owned()
        };
        return write(args.output.as_deref(), &text);
    }
    if let Some(load) = args.load {
        let vary = args.vary.unwrap_or(Vary::Nothing);
        return write(args.output.as_deref(), &text(load, vary, lang));
    }
    if !ui::has_keys() {
        bail!(messages::nothing_asked(lang));
    }
    let loads = [Load::Reads, Load::Writes, Load::Commits, Load::Mixed];
    let load = chosen(messages::question_load(lang), &loads.map(|one| one.words()(lang)))?;
    let varied = [Vary::Nothing, Vary::BlockSize, Vary::Depth, Vary::Threads];
    let vary = match args.vary {
        Some(vary) => vary,
        None => {
            varied[chosen(
                messages::question_vary(lang),
                &varied.map(|one| one.words()(lang)),
            )?]
        }
    };
    let load = loads[load];
    let usual = PathBuf::from(format!("{}.md", load.name()));
    let output = match &args.output {
        Some(output) => output.clone(),
        None => named(messages::question_file(lang), usual)?,
    };
    write(Some(&output), &text(load, vary, lang))
}

/// Asks for one of some answers by its number; an empty line is the first.
fn chosen(question: &str, answers: &[&str]) -> Result<usize> {
    let lang = Lang::current();
    ui::say(question);
    for (at, answer) in answers.iter().enumerate() {
        ui::say(format!("  {} {answer}", at + 1));
    }
    loop {
        let answer = line()?;
        match answer.trim() {
            "" => return Ok(0),
            number => match number.parse::<usize>() {
                Ok(number @ 1..) if number <= answers.len() => return Ok(number - 1),
                _ => ui::say(messages::AnswerNumber { most: &answers.len() }.text(lang)),
            },
        }
    }
}

fn named(question: &str, usual: PathBuf) -> Result<PathBuf> {
    ui::say(format!("{question} [{}]", usual.display()));
    let answer = line()?;
    Ok(match answer.trim() {
        "" => usual,
        name => name.into(),
    })
}

/// A line of the terminal.
fn line() -> Result<String> {
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line)? == 0 {
        bail!(messages::nothing_asked(Lang::current()));
    }
    Ok(line)
}

/// Prints a notebook, or writes it to a file that is not there yet.
fn write(file: Option<&Path>, text: &str) -> Result<u8> {
    let Some(file) = file else {
        ui::print(text)?;
        return Ok(exit::OK);
    };
    let shown = &file.display();
    let written = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let error = &error;
        anyhow::anyhow!(messages::NotCreated { file: shown, error }.text(Lang::current()))
    })?;
    ui::say(messages::Begun { file: shown }.text(Lang::current()));
    Ok(exit::OK)
}

impl Load {
    /// Its block is called so.
    fn name(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Commits => "commits",
            Self::Mixed => "mixed",
        }
    }

    fn words(self) -> Fixed {
        match self {
            Self::Reads => messages::load_reads,
            Self::Writes => messages::load_writes,
            Self::Commits => messages::load_commits,
            Self::Mixed => messages::load_mixed,
        }
    }

    /// The options that all its jobs have.
    fn job(self, vary: Vary) -> String {
        let engine = if vary == Vary::Depth { "libaio" } else { "psync" };
        let size = if vary == Vary::BlockSize {
            ""
        } else {
            "bs = \"4k\"\n"
        };
        let own = match self {
            Self::Reads | Self::Writes => "direct = 1\n",
            Self::Commits => "rw = \"write\"\nfsync = 1\n",
            Self::Mixed => "direct = 1\nrw = \"randrw\"\nrwmixread = 70\n",
        };
        format!("ioengine = \"{engine}\"\n{own}{size}size = \"256m\"\nruntime = \"2s\"\ntime_based = true\n")
    }

    /// The orders that are compared; none: one only.
    fn orders(self) -> Option<[&'static str; 2]> {
        match self {
            Self::Reads => Some(["read", "randread"]),
            Self::Writes => Some(["write", "randwrite"]),
            Self::Commits | Self::Mixed => None,
        }
    }
}

impl Vary {
    fn words(self) -> Fixed {
        match self {
            Self::Nothing => messages::vary_nothing,
            Self::BlockSize => messages::vary_block_size,
            Self::Depth => messages::vary_depth,
            Self::Threads => messages::vary_threads,
        }
    }

    /// The option and its values.
    fn factor(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Nothing => None,
            Self::BlockSize => Some(("bs", r#"["4k", "16k", "64k", "256k", "1m"]"#)),
            Self::Depth => Some(("iodepth", r#"["1", "4", "16", "64"]"#)),
            Self::Threads => Some(("numjobs", r#"["1", "2", "4", "8"]"#)),
        }
    }
}

/// A notebook with one block and the claims that it can decide.
fn text(load: Load, vary: Vary, lang: Lang) -> String {
    let name = load.name();
    let orders = load.orders();
    let mut factors = String::new();
    let mut claims = vec![format!("{} {{? {name}: valid}}.", messages::claim_valid(lang))];
    if let Some([one, other]) = orders {
        factors += &format!("rw = [\"{one}\", \"{other}\"]\n");
        claims.push(format!(
            "{} {{? {name}: {one} faster than {other}}}.",
            messages::claim_order(lang)
        ));
    }
    if let Some((option, levels)) = vary.factor() {
        factors += &format!("{option} = {levels}\n");
        let grows = messages::ClaimGrows { option: &option }.text(lang);
        claims.push(format!("{grows} {{? {name}: grows with {option}}}."));
    }
    if factors.is_empty() {
        let rw = if load == Load::Commits { "write" } else { "randrw" };
        factors = format!("rw = [\"{rw}\"]\n");
    }
    let title = match vary {
        Vary::Nothing => load.words()(lang).to_owned(),
        _ => messages::BegunTitle {
            load: &load.words()(lang),
            vary: &vary.words()(lang),
        }
        .text(lang),
    };
    let job = load.job(vary);
    let list: Vec<String> = claims.iter().map(|claim| format!("- {claim}\n")).collect();
    format!(
        "# {title}\n\n{}\n\n```fiord doctor\n```\n\n```fiord study --as {name}\nname = \"{name}\"\n\n[job]\n{job}\n[factors]\n{factors}\n\
         [stop]\nrepeats = 8\n```\n\n{}",
        messages::begun_intro(lang),
        list.concat()
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_notebook::markdown;

    use super::super::{Opened, blocks};
    use super::*;

    /// Every answer gives a notebook that may be measured.
    #[test]
    fn what_is_begun_can_be_measured() {
        for load in Load::value_variants() {
            for vary in Vary::value_variants() {
                for lang in Lang::ALL {
                    let text = text(*load, *vary, lang);
                    let notebook = markdown::read(&text);
                    assert_eq!(notebook.mistakes, [], "{text}");
                    assert_eq!((notebook.blocks.len(), notebook.claims().count() > 0), (2, true));
                    let opened = Opened {
                        file: "x.md".into(),
                        name: "x".to_owned(),
                        text,
                        notebook,
                    };
                    blocks::asked(&opened, Path::new("/tmp"), false).unwrap();
                }
            }
        }
    }
}
