//! Splits a command line into options and operands as getopt_long_only does.
//!
//! One dash or two, unique prefixes, values in the same or the next word, operands anywhere. It knows names and shapes only; what
//! an option does is decided in [`crate::cli`] and [`crate::invocation`].

use crate::cli::{CLI_OPTIONS, CliOption, Takes};
use crate::options::{self, OptionSpec, ValueKind};
use crate::source::Origin;

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub enum Meaning {
    /// An option of the whole invocation.
    Cli(&'static CliOption),
    /// An option of a job.
    Job(&'static OptionSpec),
}

impl Meaning {
    fn takes(self) -> Takes {
        match self {
            Meaning::Cli(option) => option.takes,
            Meaning::Job(spec) if spec.kind == ValueKind::Set => Takes::Maybe,
            Meaning::Job(_) => Takes::Value,
        }
    }
}

/// One step through the command line.
#[derive(Debug)]
pub enum Word {
    /// An option with its value.
    Option {
        /// What it stands for.
        meaning: Meaning,
        /// Its value, `None` when it stands bare.
        value: Option<String>,
        /// The whole option, for messages.
        origin: Origin,
    },
    /// A word that is not an option: a job file.
    Operand {
        /// The word.
        text: String,
        /// Where it stands.
        origin: Origin,
    },
    /// A word that looks like an option and is none.
    Bad(BadWord),
}

/// What is wrong with a word.
#[derive(Debug)]
pub struct BadWord {
    /// Where the name stands.
    pub origin: Origin,
    /// The word as typed, with its dashes.
    pub typed: String,
    /// The name in it.
    pub name: String,
    /// In what way it is wrong.
    pub fault: Fault,
}

/// In what way a word is wrong.
#[derive(Debug)]
pub enum Fault {
    /// No option begins so.
    Unknown,
    /// Several do.
    Ambiguous(Vec<&'static str>),
    /// It needs a value and nothing follows.
    NeedsValue,
    /// It takes no value.
    TakesNoValue(&'static str),
}

/// Walks over the arguments. The engine in force can change between two steps, and with it the names that are known.
pub struct Walk<'a> {
    args: &'a [String],
    at: usize,
    /// Letters of the last argument that are still to be read, and their column.
    letters: Option<(&'a str, usize)>,
    only_operands: bool,
}

/// Names of fio's built-in profiles that its option table also knows under another meaning; they make prefixes ambiguous.
const PROFILE_TWINS: [&str; 1] = ["size"];

/// The profiles whose options fio takes anywhere.
const PROFILES: [&str; 2] = ["tiobench", "act"];

/// Whether the option belongs to a profile of fio and not to an engine.
pub(crate) fn is_profile_option(spec: &OptionSpec) -> bool {
    !spec.engines.is_empty() && spec.engines.iter().all(|engine| PROFILES.contains(engine))
}

/// Whether a job on `engine` may use the option.
pub(crate) fn belongs_to(spec: &OptionSpec, engine: &str) -> bool {
    if spec.engines.is_empty() || is_profile_option(spec) {
        return true;
    }
    // These share the options of another engine.
    let family = match engine {
        "io_uring_cmd" => "io_uring",
        "netsplice" => "net",
        "gfapi" | "gfapi_async" => "glusterfs",
        other => other,
    };
    spec.engines.contains(&engine) || spec.engines.contains(&family)
}

/// Every name the command line knows while `engine` is in force, in fio's order of looking.
fn known(engine: &str) -> impl Iterator<Item = (&'static str, Meaning)> {
    let cli = CLI_OPTIONS
        .iter()
        .map(|option| (option.name, Meaning::Cli(option)));
    let jobs = options::all()
        .filter(move |spec| belongs_to(spec, engine))
        .flat_map(|spec| {
            std::iter::once(spec.name)
                .chain(spec.alias)
                .map(move |name| (name, Meaning::Job(spec)))
        });
    cli.chain(jobs)
}

/// Every name that can stand on a command line or in a job file, for suggestions.
pub(crate) fn all_names(engine: &str) -> impl Iterator<Item = &'static str> {
    known(engine).map(|(name, _)| name)
}

impl<'a> Walk<'a> {
    /// Starts before the first argument; `args` is without the program's name.
    pub fn new(args: &'a [String]) -> Self {
        Self {
            args,
            at: 0,
            letters: None,
            only_operands: false,
        }
    }

    /// The next word; `None` at the end.
    pub fn next(&mut self, engine: &str) -> Option<Word> {
        if let Some((letters, column)) = self.letters.take() {
            return Some(self.letter(letters, column));
        }
        let word = self.args.get(self.at)?;
        self.at += 1;
        if self.only_operands || word == "-" || !word.starts_with('-') {
            let origin = self.origin(0, word.chars().count());
            return Some(Word::Operand {
                text: word.clone(),
                origin,
            });
        }
        if word == "--" {
            self.only_operands = true;
            return self.next(engine);
        }
        Some(self.option(word, engine))
    }

    fn origin(&self, column: usize, len: usize) -> Origin {
        Origin {
            source: 0,
            line: self.at as u32,
            column: column as u32 + 1,
            len: (len as u32).max(1),
        }
    }

    /// Reads the first of some letters behind one dash: `-mF json`, `-Fjson`.
    fn letter(&mut self, letters: &'a str, column: usize) -> Word {
        let mut rest = letters.chars();
        let letter = rest.next().unwrap_or_default();
        let rest = rest.as_str();
        let origin = self.origin(column, 1);
        let bad = |fault| {
            Word::Bad(BadWord {
                origin: origin.clone(),
                typed: format!("-{letter}"),
                name: letter.to_string(),
                fault,
            })
        };
        let Some(option) = by_letter(letter) else {
            return bad(Fault::Unknown);
        };
        let value = match option.takes {
            Takes::Nothing => {
                self.letters = (!rest.is_empty()).then_some((rest, column + 1));
                None
            }
            Takes::Maybe => (!rest.is_empty()).then(|| rest.to_owned()),
            Takes::Value if rest.is_empty() => {
                let Some(next) = self.args.get(self.at) else {
                    return bad(Fault::NeedsValue);
                };
                self.at += 1;
                Some(next.clone())
            }
            Takes::Value => Some(rest.to_owned()),
        };
        Word::Option {
            meaning: Meaning::Cli(option),
            value,
            origin,
        }
    }

    fn option(&mut self, word: &'a str, engine: &str) -> Word {
        let dashes = if word.starts_with("--") { 2 } else { 1 };
        let body = &word[dashes..];
        let (name, value) = match body.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (body, None),
        };
        let name_origin = self.origin(dashes, name.chars().count());
        let origin = self.origin(dashes, body.chars().count());
        let bad = |fault| {
            Word::Bad(BadWord {
                origin: name_origin.clone(),
                typed: word.to_owned(),
                name: name.to_owned(),
                fault,
            })
        };
        // A single letter is a letter; more of them are a name first.
        if dashes == 1 && body.chars().nth(1).is_none() && by_letter_of(body).is_some() {
            return self.letter(body, dashes);
        }
        let (full_name, meaning) = match resolve(name, engine) {
            Ok(found) => found,
            Err(Fault::Unknown) if dashes == 1 && by_letter_of(body).is_some() => {
                return self.letter(body, dashes);
            }
            Err(fault) => return bad(fault),
        };
        match (meaning.takes(), value) {
            (Takes::Nothing, Some(_)) => bad(Fault::TakesNoValue(full_name)),
            (Takes::Value, None) => {
                let Some(next) = self.args.get(self.at) else {
                    return bad(Fault::NeedsValue);
                };
                self.at += 1;
                Word::Option {
                    meaning,
                    value: Some(next.clone()),
                    origin,
                }
            }
            (_, value) => Word::Option {
                meaning,
                value,
                origin,
            },
        }
    }
}

fn by_letter(letter: char) -> Option<&'static CliOption> {
    CLI_OPTIONS.iter().find(|option| option.short == Some(letter))
}

fn by_letter_of(body: &str) -> Option<&'static CliOption> {
    by_letter(body.chars().next()?)
}

/// The option of this name or unique prefix.
fn resolve(name: &str, engine: &str) -> Result<(&'static str, Meaning), Fault> {
    if let Some(found) = known(engine).find(|(known, _)| *known == name) {
        return Ok(found);
    }
    let candidates: Vec<_> = known(engine)
        .filter(|(known, _)| known.starts_with(name))
        .collect();
    let twins = PROFILE_TWINS.iter().filter(|twin| twin.starts_with(name));
    let mut names: Vec<&'static str> = candidates.iter().map(|(known, _)| *known).collect();
    names.extend(twins);
    match (candidates.first(), names.len()) {
        (None, _) => Err(Fault::Unknown),
        (Some(found), 1) => Ok(*found),
        _ => Err(Fault::Ambiguous(names)),
    }
}
