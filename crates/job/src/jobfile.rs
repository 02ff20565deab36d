//! Job files: sections, comments, includes and variables, up to raw options that name an entry of the table. Values stay text;
//! what they mean is decided in [`crate::lower`]. Called by [`crate::invocation`], which hands in the texts.

use fiord_messages::{Sentence, job_options, job_text};

use crate::argv::{all_names, belongs_to};
use crate::diagnostic::{Diagnostic, Level};
use crate::expand;
use crate::nearest::nearest;
use crate::options::{self, OptionSpec, ValueKind};
use crate::raw::RawOption;
use crate::source::{Origin, SourceText, Sources};
use crate::surroundings::Surroundings;

/// One `[section]`.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its name; a `name=` inside it decides.
    pub name: String,
    /// It sets defaults for the sections after it.
    pub global: bool,
    /// Its options in the order of writing.
    pub options: Vec<RawOption>,
    /// Where its name stands.
    pub origin: Origin,
}

/// One job file: its sections, without those that `--section` left out.
#[derive(Debug, Clone)]
pub struct JobFile {
    /// Index into [`Sources`].
    pub source: u32,
    /// In the order of writing.
    pub sections: Vec<Section>,
}

/// Includes within includes. fio ends at its limit of open files, about 1000.
const DEEPEST_INCLUDE: usize = 256;

/// Files that one job file may include in all, however often it names each.
const MOST_INCLUDES: usize = 10_000;

/// Bytes of a line that are read. Nobody writes more by hand, and it bounds the work that a line can cause.
const LONGEST_LINE: usize = 1 << 20;

/// Lines of a job file that are read.
const MOST_LINES: usize = 4_000_000;

/// Sections of a job file that are read: a plan of each is kept.
const MOST_SECTIONS: usize = 500_000;

/// Messages after which names that are not known get no suggestion: a file of that many is not a job file, and looking for
/// the nearest name takes long.
const SUGGESTIONS: usize = 100;

/// Characters of a line that is too long, kept for the message.
const KEPT_OF_LONG_LINE: usize = 200;

/// fio's engine where none is named.
pub(crate) const DEFAULT_ENGINE: &str = "psync";

/// Whether a name opens a section of defaults: fio looks at its beginning only.
pub(crate) fn is_global(name: &str) -> bool {
    name.starts_with("global")
}

/// The engine that the last `ioengine` among the options names.
pub(crate) fn engine_of(options: &[RawOption]) -> Option<&str> {
    options
        .iter()
        .rev()
        .find(|option| option.spec.name == "ioengine")?
        .value
        .as_deref()
        .map(str::trim)
}

/// Reads job files into sections.
pub(crate) struct FileReader<'a, 'w> {
    pub(crate) world: &'a Surroundings<'w>,
    pub(crate) sources: &'a mut Sources,
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
    /// `--section`; empty is all.
    pub(crate) selected: &'a [String],
}

/// A section whose end was not seen yet.
struct Open {
    name: String,
    origin: Origin,
    /// Left out by `--section`.
    skipped: bool,
    lines: Vec<SourceLine>,
}

/// One line without comment and blanks around it.
struct SourceLine {
    text: String,
    origin: Origin,
}

struct Reading {
    file: JobFile,
    open: Option<Open>,
    /// The engine of the global sections so far.
    engine: String,
    /// Files included so far.
    includes: usize,
}

impl FileReader<'_, '_> {
    /// Reads the file; `engine` is the one the command line's globals name. `None` if it cannot be opened.
    pub(crate) fn read(&mut self, path: &str, origin: &Origin, engine: &str) -> Option<JobFile> {
        let source = self.open(path, path, origin)?;
        let file = JobFile {
            source,
            sections: Vec::new(),
        };
        let mut reading = Reading {
            file,
            open: None,
            engine: engine.to_owned(),
            includes: 0,
        };
        self.lines(source, &mut reading, &mut vec![path.to_owned()]);
        self.close(&mut reading);
        Some(reading.file)
    }

    fn open(&mut self, path: &str, typed: &str, origin: &Origin) -> Option<u32> {
        match (self.world.read)(path) {
            Ok(text) => {
                if let Some(message) = too_much(&text, typed) {
                    self.diagnostics
                        .push(Diagnostic::at(Level::Error, origin, message));
                    return None;
                }
                let source = self.sources.texts.len() as u32;
                let lines = text.lines().enumerate();
                let lines = lines.map(|(at, line)| self.bounded(line, source, at)).collect();
                self.sources.texts.push(SourceText {
                    name: path.to_owned(),
                    lines,
                });
                Some(source)
            }
            Err(reason) => {
                self.diagnostics.push(
                    Diagnostic::at(Level::Error, origin, |lang| {
                        job_text::CannotRead {
                            path: &typed,
                            reason: &reason.text(lang),
                        }
                        .text(lang)
                    })
                    .with_fio(format!("fio: unable to open '{typed}' job file")),
                );
                None
            }
        }
    }

    /// The line, or its beginning and an error when it is too long.
    fn bounded(&mut self, line: &str, source: u32, index: usize) -> String {
        if line.len() <= LONGEST_LINE {
            return line.to_owned();
        }
        let origin = Origin {
            source,
            line: index as u32 + 1,
            column: 1,
            len: 1,
        };
        let message = Sentence::new(|lang| {
            job_text::LineTooLong {
                bytes: &line.len(),
                most: &LONGEST_LINE,
            }
            .text(lang)
        });
        self.diagnostics
            .push(Diagnostic::at(Level::Error, &origin, message));
        // What is left of it would be misread, so it becomes a comment.
        std::iter::once('#')
            .chain(line.chars().take(KEPT_OF_LONG_LINE))
            .collect()
    }

    fn lines(&mut self, source: u32, reading: &mut Reading, within: &mut Vec<String>) {
        let lines = std::mem::take(&mut self.sources.texts[source as usize].lines);
        self.read_lines(&lines, source, reading, within);
        self.sources.texts[source as usize].lines = lines;
    }

    fn read_lines(&mut self, lines: &[String], source: u32, reading: &mut Reading, within: &mut Vec<String>) {
        for (index, whole) in lines.iter().enumerate() {
            let Some(line) = bare_line(whole, source, index) else {
                continue;
            };
            let included = within.len() > 1;
            if line.text.starts_with('[') && line.text.len() > 1 {
                if included {
                    self.diagnostics.push(
                        Diagnostic::at(Level::Error, &line.origin, job_text::section_in_include)
                            .with_fio("No new sections in included files"),
                    );
                    return;
                }
                self.close(reading);
                reading.open = Some(self.section(line));
            } else if reading.open.is_none() {
                self.outside(&line);
            } else if let Some(path) = include_path(&line.text) {
                let path = path.to_owned();
                if !reading.open.as_ref().is_some_and(|open| open.skipped) {
                    self.include(&path, &line, reading, within);
                }
            } else if let Some(open) = &mut reading.open {
                open.lines.push(line);
            }
        }
    }

    fn section(&mut self, line: SourceLine) -> Open {
        let mut name = line.text.chars().skip(1).collect::<String>();
        let last = name.pop();
        if last != Some(']') {
            // fio takes the last character for the bracket, whatever it is.
            self.diagnostics.push(
                Diagnostic::at(Level::Warning, &line.origin, |lang| {
                    job_text::SectionNotClosed { name: &name }.text(lang)
                })
                .with_help(job_text::option_lines),
            );
        }
        let skipped = !is_global(&name) && !self.selected.is_empty() && !self.selected.contains(&name);
        Open {
            name,
            origin: line.origin,
            skipped,
            lines: Vec::new(),
        }
    }

    fn outside(&mut self, line: &SourceLine) {
        let help = if line.text.starts_with('\u{feff}') {
            Sentence::new(job_text::byte_order_mark)
        } else {
            Sentence::new(job_text::begin_section)
        };
        self.diagnostics.push(
            Diagnostic::at(Level::Error, &line.origin, job_text::before_section)
                .with_help(help)
                .with_fio(format!("fio: option <{}> outside of [] job section", line.text)),
        );
    }

    /// FIO-DIFF(include-missing): fio says that an included file cannot be opened and runs the job without it; here it is an
    /// error, because the job would be another one.
    fn include(&mut self, typed: &str, line: &SourceLine, reading: &mut Reading, within: &mut Vec<String>) {
        let path = sibling(within.last().map_or("", String::as_str), typed);
        reading.includes += 1;
        let wrong = if within.contains(&path) {
            Some(Sentence::new(|lang| {
                job_text::IncludesItself { path: &typed }.text(lang)
            }))
        } else if within.len() > DEEPEST_INCLUDE {
            Some(Sentence::new(|lang| {
                job_text::IncludeTooDeep {
                    path: &typed,
                    most: &DEEPEST_INCLUDE,
                }
                .text(lang)
            }))
        } else if reading.includes > MOST_INCLUDES {
            // Once; every further one would say the same.
            if reading.includes > MOST_INCLUDES + 1 {
                return;
            }
            Some(Sentence::new(|lang| {
                job_text::TooManyIncludes { most: &MOST_INCLUDES }.text(lang)
            }))
        } else {
            None
        };
        if let Some(message) = wrong {
            self.diagnostics
                .push(Diagnostic::at(Level::Error, &line.origin, message));
            return;
        }
        if let Some(source) = self.open(&path, typed, &line.origin) {
            within.push(path);
            self.lines(source, reading, within);
            within.pop();
        }
    }

    /// Ends the open section: its lines become options. Engine options may stand before `ioengine`.
    fn close(&mut self, reading: &mut Reading) {
        let Some(open) = reading.open.take() else { return };
        if open.skipped {
            return;
        }
        let expanded: Vec<_> = open.lines.into_iter().map(|line| self.expanded(line)).collect();
        let engine = expanded
            .iter()
            .rev()
            .find(|line| line.name == "ioengine")
            .and_then(|line| line.value.clone())
            .map_or_else(|| reading.engine.clone(), |value| value.trim().to_owned());
        let options: Vec<_> = expanded
            .into_iter()
            .filter_map(|line| self.option(line, &engine))
            .collect();
        let global = is_global(&open.name);
        if global {
            reading.engine = engine;
        }
        let name = options
            .iter()
            .rev()
            .find(|option| option.spec.name == "name" && !global)
            .and_then(|option| option.value.clone())
            .unwrap_or(open.name);
        reading.file.sections.push(Section {
            name,
            global,
            options,
            origin: open.origin,
        });
    }

    /// The line with `${NAME}` replaced, cut at its `=`.
    fn expanded(&mut self, line: SourceLine) -> Assignment {
        let (text, missing) = expand::environment(&line.text, self.world.env);
        for name in missing {
            self.diagnostics
                .push(Diagnostic::at(Level::Warning, &line.origin, |lang| {
                    job_text::NoVariable { name: &name }.text(lang)
                }));
        }
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim_end_matches(is_blank).to_owned(), Some(value.to_owned())),
            None => (text, None),
        };
        Assignment { name, value, line }
    }

    /// FIO-DIFF(bare-list): fio 3.33 also takes `cpus_allowed`, `ignore_error` and a few more lists without a value, or crashes on
    /// it; here they need one.
    fn option(&mut self, typed: Assignment, engine: &str) -> Option<RawOption> {
        let origin = typed.line.origin.clone();
        let words = &typed.line.text;
        let Some(spec) = options::find(&typed.name).filter(|spec| belongs_to(spec, engine)) else {
            let suggest = self.diagnostics.len() < SUGGESTIONS;
            self.diagnostics.push(unknown(&typed, engine, suggest));
            return None;
        };
        let failed = |message: Sentence| {
            Diagnostic::at(Level::Error, &origin, message).with_fio(format!("fio: failed parsing {words}"))
        };
        let Some(value) = typed.value else {
            if !matches!(spec.kind, ValueKind::Set | ValueKind::OptionalText) {
                let message = failed(Sentence::new(|lang| {
                    job_options::NeedsValue { option: &typed.name }.text(lang)
                }));
                let fio = format!(
                    "Option {} requires an argument\nfio: failed parsing {words}",
                    spec.name
                );
                self.diagnostics.push(message.with_fio(fio));
                return None;
            }
            return Some(RawOption {
                spec,
                value: None,
                origin,
            });
        };
        if value.is_empty() {
            self.diagnostics.push(failed(Sentence::new(|lang| {
                job_options::EmptyValue { option: &typed.name }.text(lang)
            })));
            return None;
        }
        let value = match self.computed(&value, spec.kind) {
            Ok(value) => value,
            Err(reason) => {
                self.diagnostics.push(failed(reason));
                return None;
            }
        };
        if IGNORES_BLANKS.contains(&spec.name) {
            let value = Some(value.trim_matches(is_blank).to_owned());
            return Some(RawOption { spec, value, origin });
        }
        if let Some(message) = blank_changes(spec, &value) {
            let help = Sentence::new(|lang| {
                job_text::WriteOption {
                    option: &typed.name,
                    value: &value.trim(),
                }
                .text(lang)
            });
            self.diagnostics
                .push(Diagnostic::at(Level::Warning, &origin, message).with_help(help));
        }
        Some(RawOption {
            spec,
            value: Some(value),
            origin,
        })
    }

    /// The value with the machine's keywords replaced and, if there were any, computed.
    ///
    /// FIO-DIFF(arithmetic-text): where text such as a path holds a keyword and one of `+-*/` without being a sum, fio fails
    /// or reads its letters as zeros (`a-$ncpus` becomes `-2`); here the keyword is replaced and nothing is computed.
    fn computed(&self, value: &str, kind: ValueKind) -> Result<String, Sentence> {
        let Some(replaced) = expand::keywords(value, &self.world.machine) else {
            return Ok(value.to_owned());
        };
        if !expand::is_arithmetic(&replaced) {
            return Ok(replaced);
        }
        match expand::arithmetic(&replaced) {
            Ok(result) => Ok(result),
            Err(expand::ArithmeticError::DivideByZero) => Err(Sentence::new(|lang| {
                job_text::DividesByZero { sum: &replaced }.text(lang)
            })),
            Err(_) if matches!(kind, ValueKind::Text | ValueKind::OptionalText) => Ok(replaced),
            Err(_) => Err(Sentence::new(|lang| {
                job_text::NotASum { sum: &replaced }.text(lang)
            })),
        }
    }
}

/// Text options of which fio itself drops blanks around the value.
const IGNORES_BLANKS: [&str; 2] = ["filename", "ioengine"];

/// Text options to which a blank before the value does no harm.
const BEARS_BLANKS: [&str; 5] = [
    "description",
    "bssplit",
    "cmdprio_bssplit",
    "exec_prerun",
    "exec_postrun",
];

/// What fio makes of a blank between `=` and the value, where that is something else than without it. Words of a list are
/// refused with the blank, and times are judged with their units; the lowering says so.
fn blank_changes(spec: &OptionSpec, value: &str) -> Option<Sentence> {
    if !value.starts_with(is_blank) {
        return None;
    }
    match spec.kind {
        ValueKind::Text | ValueKind::OptionalText if !BEARS_BLANKS.contains(&spec.name) => {
            Some(Sentence::new(job_text::blank_kept))
        }
        ValueKind::Int | ValueKind::IntOrPercent | ValueKind::Range => {
            let number = value.trim_matches(is_blank);
            let unit = number.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &number[..number.len() - unit.len()];
            let hexadecimal = digits == "0" && unit.starts_with(['x', 'X']);
            let loses = !digits.is_empty()
                && !hexadecimal
                && unit.starts_with(|c: char| c.is_ascii_alphabetic() || c == '%');
            loses.then(|| {
                Sentence::new(|lang| {
                    job_text::UnitAfterBlank {
                        number: &number,
                        digits: &digits,
                    }
                    .text(lang)
                })
            })
        }
        _ => None,
    }
}

struct Assignment {
    name: String,
    value: Option<String>,
    line: SourceLine,
}

fn unknown(typed: &Assignment, engine: &str, suggest: bool) -> Diagnostic {
    let name = &typed.name;
    let mut origin = typed.line.origin.clone();
    let words = format!("Bad option <{}>", typed.line.text);
    if let Some(spec) = options::find(name) {
        let engines = spec.engines.join(", ");
        return Diagnostic::at(Level::Error, &origin, |lang| {
            job_options::NotOfEngine {
                option: &name,
                engine: &engine,
            }
            .text(lang)
        })
        .with_help(|lang| job_options::BelongsTo { engines: &engines }.text(lang))
        .with_fio(words);
    }
    origin.len = origin.len.min(name.chars().count().max(1) as u32);
    let diagnostic = Diagnostic::at(Level::Error, &origin, |lang| {
        job_options::NotAnOption { name: &name }.text(lang)
    });
    let near = suggest.then(|| nearest(name.trim_start_matches('-'), all_names(engine)));
    match near.flatten() {
        Some(near) => diagnostic
            .with_help(|lang| job_options::DidYouMean { near: &near }.text(lang))
            .with_fio(format!("{words}\nDid you mean {near}?")),
        None => diagnostic.with_fio(words),
    }
}

/// What of a job file is too much to be read, counted before anything is made of it.
fn too_much(text: &str, path: &str) -> Option<Sentence> {
    let (mut lines, mut sections) = (0, 0);
    for line in text.lines() {
        lines += 1;
        sections += usize::from(line.trim_start_matches(is_blank).starts_with('['));
    }

    let path = &path;
    if lines > MOST_LINES {
        let (lines, most) = (&lines, &MOST_LINES);
        Some(Sentence::new(|lang| {
            job_text::TooManyLines { path, lines, most }.text(lang)
        }))
    } else if sections > MOST_SECTIONS {
        let (sections, most) = (&sections, &MOST_SECTIONS);
        Some(Sentence::new(|lang| {
            job_text::TooManySections { path, sections, most }.text(lang)
        }))
    } else {
        None
    }
}

/// The blanks fio knows.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{b}'
}

/// The line without its comment and the blanks around it; `None` when nothing is left.
///
/// FIO-DIFF(line-length): fio cuts lines after 8191 characters and reads the rest as another line; here a line has no limit.
fn bare_line(whole: &str, source: u32, index: usize) -> Option<SourceLine> {
    let code = whole.split([';', '#']).next().unwrap_or_default();
    let text = code.trim_matches(is_blank);
    if text.is_empty() {
        return None;
    }
    let column = code.chars().take_while(|c| is_blank(*c)).count() as u32 + 1;
    let origin = Origin {
        source,
        line: index as u32 + 1,
        column,
        len: text.chars().count() as u32,
    };
    Some(SourceLine {
        text: text.to_owned(),
        origin,
    })
}

/// The path after the word `include`.
fn include_path(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("include")?;
    let path = rest
        .strip_prefix([' ', '\t', '='])
        .or(rest.is_empty().then_some(""))?;
    Some(path.trim_matches(is_blank))
}

/// `path` as seen from the file that names it.
fn sibling(file: &str, path: &str) -> String {
    match file.rsplit_once('/') {
        Some((directory, _)) if !path.starts_with('/') => format!("{directory}/{path}"),
        _ => path.to_owned(),
    }
}
