//! Reads values out of TOML tables, and gathers what is wrong with its place.

use std::ops::Range;

use fiord_job::cli::{CLI_OPTIONS, CliOption, Takes};
use fiord_job::diagnostic::{Diagnostic, Level};
use fiord_job::nearest::nearest;
use fiord_job::options::{self, Support};
use fiord_job::source::Origin;
use fiord_job::units::{self, BareTime};
use fiord_messages::{Fixed, Lang, Sentence, study_language as messages};
use toml::de::{DeArray, DeTable, DeValue};

/// Options that a study decides itself, and what to do instead.
const DECIDED: [(&str, Fixed); 6] = [
    ("filename", messages::help_target),
    ("directory", messages::help_target),
    ("name", messages::help_job_names),
    ("opendir", messages::help_target),
    ("randseed", messages::help_seed),
    ("allow_mounted_write", messages::help_target),
];

/// What to do instead with an option of the command line as a whole.
fn of_one_command(option: &CliOption) -> String {
    let value = match option.takes {
        Takes::Nothing => String::new(),
        Takes::Value => format!("={}", option.value),
        Takes::Maybe => format!("[={}]", option.value),
    };
    let command = &format!("fiord --{}{value} JOB", option.name);
    messages::HelpOwnCommand { command }.text(Lang::current())
}

/// The kind of name that was expected.
#[derive(Clone, Copy)]
pub(super) enum ExpectedValue<'a> {
    KeyOfStudy,
    KeyOfRecipe,
    /// Of this table.
    Key(&'a str),
    Job,
    Factor,
    /// Of this factor.
    Level(&'a str),
    Step,
    KernelSetting,
    /// Of this key.
    Value(&'a str),
}

impl ExpectedValue<'_> {
    fn refusal(self, name: &str) -> String {
        let (name, lang) = (&name, Lang::current());
        match self {
            Self::KeyOfStudy => messages::NotAKeyOfStudy { name }.text(lang),
            Self::KeyOfRecipe => messages::NotAKeyOfRecipe { name }.text(lang),
            Self::Key(table) => messages::NotAKey { name, table: &table }.text(lang),
            Self::Job => messages::NotAJob { name }.text(lang),
            Self::Factor => messages::NotAFactor { name }.text(lang),
            Self::Level(factor) => messages::NotALevel {
                name,
                factor: &factor,
            }
            .text(lang),
            Self::Step => messages::NotAStep { name }.text(lang),
            Self::KernelSetting => messages::NotAKernelSetting { name }.text(lang),
            Self::Value(key) => messages::NotAValue { name, key: &key }.text(lang),
        }
    }
}

/// A table and where it begins.
#[derive(Clone)]
pub(super) struct TomlTable<'t> {
    table: &'t DeTable<'t>,
    pub(super) at: Range<usize>,
}

/// One key with its value.
#[derive(Clone)]
pub(super) struct KeyEntry<'t> {
    pub(super) name: &'t str,
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
    what: &'t DeValue<'t>,
}

impl<'t> TomlTable<'t> {
    pub(super) fn whole(table: &'t DeTable<'t>, text: &str) -> Self {
        let end = text.find('\n').unwrap_or(text.len());
        Self { table, at: 0..end }
    }

    /// In the order of writing.
    pub(super) fn entries(&self) -> Vec<KeyEntry<'t>> {
        let mut all: Vec<KeyEntry<'t>> = self
            .table
            .iter()
            .map(|(key, value)| KeyEntry {
                name: key.get_ref().as_ref(),
                key: key.span(),
                value: value.span(),
                what: value.get_ref(),
            })
            .collect();
        all.sort_by_key(|entry| entry.key.start);
        all
    }

    pub(super) fn entry(&self, name: &str) -> Option<KeyEntry<'t>> {
        self.entries().into_iter().find(|entry| entry.name == name)
    }

    /// Where the value of a key is; without the key where the table is.
    pub(super) fn place(&self, name: &str) -> Range<usize> {
        self.entry(name)
            .map_or_else(|| self.at.clone(), |entry| entry.value)
    }
}

impl<'t> KeyEntry<'t> {
    pub(super) fn array(&self) -> Option<&'t DeArray<'t>> {
        match self.what {
            DeValue::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The value at a place of an array.
    pub(super) fn item(&self, value: &'t toml::Spanned<DeValue<'t>>) -> Self {
        Self {
            name: self.name,
            key: value.span(),
            value: value.span(),
            what: value.get_ref(),
        }
    }

    pub(super) fn as_table(&self) -> Option<TomlTable<'t>> {
        match self.what {
            DeValue::Table(table) => Some(TomlTable {
                table,
                at: self.key.clone(),
            }),
            _ => None,
        }
    }

    /// A text, a number or a truth value as fio writes it.
    pub(super) fn scalar(&self) -> Option<String> {
        match self.what {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.to_string()),
            DeValue::Float(number) => Some(number.to_string()),
            DeValue::Boolean(value) => Some(u8::from(*value).to_string()),
            _ => None,
        }
    }
}

/// The text and what is wrong in it so far.
pub(super) struct Reader<'t> {
    text: &'t str,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        let place = |diagnostic: &Diagnostic| diagnostic.origin.as_ref().map(|at| (at.line, at.column));
        self.diagnostics.sort_by_key(place);
        self.diagnostics
    }

    pub(super) fn wrong(&mut self, at: Range<usize>, message: String, help: Option<String>) {
        self.diagnostics.push(Diagnostic {
            level: Level::Error,
            origin: Some(origin(self.text, &at)),
            message: Sentence::verbatim(message),
            help: help.map(Sentence::verbatim),
            fio_message: None,
        });
    }

    pub(super) fn unknown(&mut self, table: &TomlTable<'_>, known: &[&str], expected: ExpectedValue<'_>) {
        for entry in table.entries() {
            if !known.contains(&entry.name) {
                self.unknown_name(entry.key, entry.name, known, expected);
            }
        }
    }

    /// `name` is not one of `known`.
    pub(super) fn unknown_name(
        &mut self,
        at: Range<usize>,
        name: &str,
        known: &[&str],
        expected: ExpectedValue<'_>,
    ) {
        let lang = Lang::current();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => messages::HelpNear { near: &near }.text(lang),
            None => messages::HelpKnown {
                known: &known.join(", "),
            }
            .text(lang),
        };
        self.wrong(at, expected.refusal(name), Some(help));
    }

    /// Whether a job may have this option here.
    pub(super) fn option(&mut self, name: &str, at: Range<usize>, ours: &[&str]) -> bool {
        let lang = Lang::current();
        let not_in_study = || messages::NotInStudy { name: &name }.text(lang);
        let Some(spec) = options::find(name) else {
            if let Some(of_front) = CLI_OPTIONS.iter().find(|option| option.name == name) {
                let help = of_front
                    .refusal()
                    .map_or_else(|| of_one_command(of_front), |reason| reason(lang).to_owned());
                self.wrong(at, not_in_study(), Some(help));
                return false;
            }
            let known = options::all().map(|spec| spec.name).chain(ours.iter().copied());
            let help = nearest(name, known).map(|near| messages::HelpNear { near: &near }.text(lang));
            self.wrong(at, messages::NotAnOption { name: &name }.text(lang), help);
            return false;
        };
        if let Some((_, help)) = DECIDED.iter().find(|(decided, _)| *decided == spec.name) {
            self.wrong(at, not_in_study(), Some(help(lang).to_owned()));
            return false;
        }
        if let Support::Refused(why) = spec.support {
            let message = messages::NotSupported { name: &name }.text(lang);
            self.wrong(at, message, Some(why(lang).to_owned()));
            return false;
        }
        true
    }

    /// The value of an option as fio's command line has it.
    pub(super) fn option_value(&mut self, entry: &KeyEntry<'_>) -> Option<String> {
        let value = entry.scalar();
        if value.is_none() {
            let message = messages::NotAScalar { key: &entry.name };
            self.wrong(entry.value.clone(), message.text(Lang::current()), None);
        }
        value
    }

    pub(super) fn text(&mut self, table: &TomlTable<'_>, key: &str) -> Option<String> {
        let entry = table.entry(key)?;
        match entry.what {
            DeValue::String(text) => Some(text.trim().to_owned()),
            _ => {
                let message = messages::NotAText { key: &key };
                self.wrong(entry.value, message.text(Lang::current()), None);
                None
            }
        }
    }

    pub(super) fn truth(&mut self, table: &TomlTable<'_>, key: &str) -> Option<bool> {
        let entry = table.entry(key)?;
        match entry.what {
            DeValue::Boolean(value) => Some(*value),
            _ => {
                let message = messages::NotATruth { key: &key };
                self.wrong(entry.value, message.text(Lang::current()), None);
                None
            }
        }
    }

    pub(super) fn needed_text(&mut self, table: &TomlTable<'_>, key: &str, missing: Fixed) -> String {
        let text = self.text(table, key).unwrap_or_default();
        if text.is_empty() {
            self.wrong(table.at.clone(), missing(Lang::current()).to_owned(), None);
        }
        text
    }

    pub(super) fn choice(&mut self, table: &TomlTable<'_>, key: &str, names: &[&str]) -> Option<usize> {
        let text = self.text(table, key)?;
        let found = names.iter().position(|name| *name == text);
        if found.is_none() {
            let at = table.entry(key).map_or(0..0, |entry| entry.value);
            self.unknown_name(at, &text, names, ExpectedValue::Value(key));
        }
        found
    }

    /// A whole number from `least`, with its place.
    pub(super) fn whole_number(
        &mut self,
        table: &TomlTable<'_>,
        key: &str,
        least: u64,
    ) -> Option<(u64, Range<usize>)> {
        let entry = table.entry(key)?;
        let number = match entry.what {
            DeValue::Integer(_) => entry.scalar()?.parse().ok(),
            _ => None,
        };
        match number.filter(|number| *number >= least) {
            Some(number) => Some((number, entry.value)),
            None => {
                let message = messages::NotAWholeNumber {
                    key: &key,
                    least: &least,
                };
                self.wrong(entry.value, message.text(Lang::current()), None);
                None
            }
        }
    }

    /// A share above 0 and below 1.
    pub(super) fn share(&mut self, table: &TomlTable<'_>, key: &str) -> Option<f64> {
        let entry = table.entry(key)?;
        let text = entry.scalar().unwrap_or_default();
        let (digits, scale) = match text.strip_suffix('%') {
            Some(digits) => (digits.trim(), 100.0),
            None => (text.as_str(), 1.0),
        };
        let share = digits.parse().ok().map(|value: f64| value / scale);
        match share.filter(|share| *share > 0.0 && *share < 1.0) {
            Some(share) => Some(share),
            None => {
                let message = messages::NotAShare { key: &key };
                self.wrong(entry.value, message.text(Lang::current()), None);
                None
            }
        }
    }

    pub(super) fn seconds(&mut self, table: &TomlTable<'_>, key: &str) -> Option<f64> {
        let entry = table.entry(key)?;
        let text = entry.scalar().unwrap_or_default();
        match units::time_us(&text, BareTime::Seconds) {
            Ok(time) if time.surprise.is_none() && time.value > 0 => Some(time.value as f64 / 1e6),
            _ => {
                let message = messages::NotATime { key: &key };
                self.wrong(entry.value, message.text(Lang::current()), None);
                None
            }
        }
    }

    pub(super) fn bytes(&mut self, table: &TomlTable<'_>, key: &str) -> Option<u64> {
        let entry = table.entry(key)?;
        let text = entry.scalar().unwrap_or_default();
        match units::quantity(&text, 1024) {
            Ok(size) if size.surprise.is_none() && size.value > 0 => u64::try_from(size.value).ok(),
            _ => {
                let message = messages::NotASize { key: &key };
                self.wrong(entry.value, message.text(Lang::current()), None);
                None
            }
        }
    }

    pub(super) fn table<'a>(&mut self, table: &TomlTable<'a>, key: &str) -> Option<TomlTable<'a>> {
        let entry = table.entry(key)?;
        self.as_table(&entry)
    }

    pub(super) fn as_table<'a>(&mut self, entry: &KeyEntry<'a>) -> Option<TomlTable<'a>> {
        let found = entry.as_table();
        if found.is_none() {
            let message = messages::NotATable { key: &entry.name };
            self.wrong(entry.value.clone(), message.text(Lang::current()), None);
        }
        found
    }

    /// Tables with double brackets.
    pub(super) fn tables<'a>(&mut self, table: &TomlTable<'a>, key: &str) -> Vec<TomlTable<'a>> {
        let Some(entry) = table.entry(key) else {
            return Vec::new();
        };
        let Some(array) = entry.array() else {
            let message = messages::NotTables { key: &key };
            self.wrong(entry.key, message.text(Lang::current()), None);
            return Vec::new();
        };
        let items: Vec<KeyEntry<'a>> = array.iter().map(|item| entry.item(item)).collect();
        items.iter().filter_map(|item| self.as_table(item)).collect()
    }

    /// One value or a list of them, as text with places.
    pub(super) fn scalars(&mut self, entry: &KeyEntry<'_>) -> Vec<(String, Range<usize>)> {
        let items: Vec<KeyEntry<'_>> = match entry.array() {
            Some(array) => array.iter().map(|item| entry.item(item)).collect(),
            None => vec![entry.clone()],
        };
        items
            .into_iter()
            .filter_map(|item| Some((self.option_value(&item)?, item.value)))
            .collect()
    }
}

/// Where bytes of a text stand.
pub(super) fn origin(text: &str, at: &Range<usize>) -> Origin {
    let before = text.get(..at.start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let count = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    let marked = text.get(at.clone()).unwrap_or_default();
    Origin {
        source: 1,
        line: u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX),
        column: count(&before[line_start..]).saturating_add(1),
        len: count(marked.lines().next().unwrap_or_default()).max(1),
    }
}
