//! Messages as the files have them: read, checked against English, and typed.
//!
//! A message is one whole sentence, or one label of a table. The checks refuse what cannot be translated: pieces of
//! sentences, references to other messages, functions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;

/// A directory of message files.
pub(crate) struct Language {
    /// The directory's name, and the language's in `--lang`.
    pub(crate) tag: &'static str,
    /// The variant of `Lang`.
    pub(crate) variant: &'static str,
}

/// Every language. The first is the source: it has every message, and the others have the same arguments.
pub(crate) const LANGUAGES: [Language; 3] = [
    Language {
        tag: "en",
        variant: "En",
    },
    Language {
        tag: "zh-CN",
        variant: "ZhCn",
    },
    Language {
        tag: "zh-TW",
        variant: "ZhTw",
    },
];

/// Modules by path (`["traps", "cache_read"]`), each with its messages by name.
pub(crate) type Modules = BTreeMap<Vec<String>, BTreeMap<String, Translated>>;

/// A message in every language that has it.
pub(crate) struct Translated {
    /// What the English file says about it.
    pub(crate) comment: Vec<String>,
    /// Arguments in the order of the English sentence.
    pub(crate) arguments: Vec<(String, ArgumentType)>,
    /// One text for each of [`LANGUAGES`]; `None`: not translated.
    pub(crate) texts: Vec<Option<Text>>,
}

/// A text: its parts from left to right.
pub(crate) type Text = Vec<Part>;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    Literal(String),
    Argument(String),
    /// By the value of an argument; the last is for every other value.
    Choice {
        argument: String,
        variants: Vec<(String, Text)>,
        other: (String, Text),
    },
}

/// What an argument is in Rust.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ArgumentType {
    /// Anything that is printed as it is.
    Display,
    /// A count: printed with its thousands apart, and chooses between `[one]` and `[other]`.
    Count,
    /// `[yes]` or `[no]`.
    Bool,
    /// One of these words.
    Word(BTreeSet<String>),
}

/// Reads `root/<language>/**/*.ftl`.
///
/// # Errors
/// A file cannot be read, or breaks a rule: the text names the file and the message.
pub(crate) fn read(root: &Path) -> Result<Modules, String> {
    let mut modules = Modules::new();
    for (at, language) in LANGUAGES.iter().enumerate() {
        let directory = root.join(language.tag);
        for (module, file) in files(&directory)? {
            let source = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let messages = modules.entry(module).or_default();
            add(messages, at, &source).map_err(|problem| format!("{}: {problem}", file.display()))?;
        }
    }
    for (module, messages) in &mut modules {
        for (id, message) in messages {
            settle(message).map_err(|problem| format!("{}, {id}: {problem}", module.join("/")))?;
        }
    }
    Ok(modules)
}

/// The message files below a directory with their modules, sorted.
fn files(directory: &Path) -> Result<BTreeMap<Vec<String>, std::path::PathBuf>, String> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![(Vec::new(), directory.to_owned())];
    while let Some((module, directory)) = waiting.pop() {
        let listed = fs::read_dir(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        for entry in listed {
            let path = entry.map_err(|error| error.to_string())?.path();
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .replace('-', "_");
            let inner: Vec<String> = module.iter().cloned().chain([stem]).collect();
            if path.is_dir() {
                waiting.push((inner, path));
            } else if path.extension().is_some_and(|extension| extension == "ftl") {
                found.insert(inner, path);
            }
        }
    }
    Ok(found)
}

/// Adds the messages of one file in the language at `at`.
pub(crate) fn add(
    messages: &mut BTreeMap<String, Translated>,
    at: usize,
    source: &str,
) -> Result<(), String> {
    let resource = parser::parse(source).map_err(|(_, errors)| {
        let error = &errors[0];
        let line = source[..error.pos.start.min(source.len())].lines().count().max(1);
        format!("line {line}: {error}")
    })?;
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                add_message(messages, at, message)
                    .map_err(|problem| format!("{}: {problem}", message.id.name))?;
            }
            Entry::Term(term) => {
                return Err(format!(
                    "-{}: terms are not supported; write the words out",
                    term.id.name
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

fn add_message(
    messages: &mut BTreeMap<String, Translated>,
    at: usize,
    message: &Message<&str>,
) -> Result<(), String> {
    if !message.attributes.is_empty() {
        return Err("attributes are not supported; write a separate message".to_owned());
    }
    let Some(value) = &message.value else {
        return Err("has no text".to_owned());
    };
    let text = text(value)?;
    if let Some(Part::Literal(first)) = text.first()
        && first.starts_with([';', ',', ' ', '，', '；', '。'])
    {
        return Err(format!(
            "begins with a separator: `{first}`; write whole sentences as alternatives"
        ));
    }
    if at == 0 {
        let new = Translated {
            comment: message
                .comment
                .iter()
                .flat_map(|comment| comment.content.iter().map(|line| (*line).to_owned()))
                .collect(),
            arguments: Vec::new(),
            texts: vec![Some(text)],
        };
        if messages.insert(message.id.name.to_owned(), new).is_some() {
            return Err("is defined twice".to_owned());
        }
        return Ok(());
    }
    let Some(known) = messages.get_mut(message.id.name) else {
        return Err("is not in English; add it there or remove it here".to_owned());
    };
    if known.texts.len() > at {
        return Err("is defined twice".to_owned());
    }
    known.texts.resize(at, None);
    known.texts.push(Some(text));
    Ok(())
}

fn text(pattern: &Pattern<&str>) -> Result<Text, String> {
    pattern.elements.iter().map(part).collect()
}

fn part(element: &PatternElement<&str>) -> Result<Part, String> {
    let expression = match element {
        PatternElement::TextElement { value } => return Ok(Part::Literal((*value).to_owned())),
        PatternElement::Placeable { expression } => expression,
    };
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => Ok(Part::Argument(name(id.name))),
        Expression::Inline(InlineExpression::StringLiteral { value }) => {
            let mut literal = String::new();
            fluent_syntax::unicode::unescape_unicode(&mut literal, value)
                .map_err(|error| error.to_string())?;
            Ok(Part::Literal(literal))
        }
        Expression::Inline(_) => {
            Err("only `{ $argument }` and `{ \"text\" }` are supported in a message".to_owned())
        }
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id } = selector else {
                return Err("only an argument can choose a variant".to_owned());
            };
            let mut chosen = Vec::new();
            let mut other = None;
            for variant in variants {
                let key = match variant.key {
                    VariantKey::Identifier { name } => name.to_owned(),
                    VariantKey::NumberLiteral { value } => {
                        return Err(format!(
                            "[{value}]: a number cannot be a key; use [one] and [other]"
                        ));
                    }
                };
                let text = text(&variant.value)?;
                if variant.default && key == "one" {
                    return Err("*[one] cannot be the default; write [one] and *[other]".to_owned());
                }
                if variant.default {
                    other = Some((key, text));
                } else {
                    chosen.push((key, text));
                }
            }
            Ok(Part::Choice {
                argument: name(id.name),
                variants: chosen,
                other: other.ok_or("has no default variant")?,
            })
        }
    }
}

fn name(id: &str) -> String {
    id.replace('-', "_")
}

/// Types the arguments of a message, and holds its translations against the English text.
pub(crate) fn settle(message: &mut Translated) -> Result<(), String> {
    message.texts.resize_with(LANGUAGES.len(), || None);
    let Some(english) = &message.texts[0] else {
        return Err("is not in English".to_owned());
    };
    let mut order = Vec::new();
    arguments(english, &mut order);
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (language, text) in LANGUAGES.iter().zip(&message.texts) {
        let Some(text) = text else { continue };
        let mut used = Vec::new();
        arguments(text, &mut used);
        let sorted = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
        if sorted(&used) != sorted(&order) {
            return Err(format!(
                "{} uses the arguments {used:?}, English {order:?}",
                language.tag
            ));
        }
        choices(text, &mut keys);
    }
    message.arguments = order
        .into_iter()
        .map(|argument| {
            let kind = keys
                .get(&argument)
                .map_or(Ok(ArgumentType::Display), |keys| kind(&argument, keys))?;
            Ok((argument, kind))
        })
        .collect::<Result<_, String>>()?;
    Ok(())
}

fn kind(argument: &str, keys: &BTreeSet<String>) -> Result<ArgumentType, String> {
    let within = |allowed: [&str; 2]| keys.iter().all(|key| allowed.contains(&key.as_str()));
    let mixed = keys
        .iter()
        .any(|key| ["one", "other", "yes", "no"].contains(&key.as_str()));
    if within(["one", "other"]) {
        Ok(ArgumentType::Count)
    } else if within(["yes", "no"]) {
        Ok(ArgumentType::Bool)
    } else if mixed {
        Err(format!("{argument}: {keys:?} are keys of more than one type"))
    } else {
        Ok(ArgumentType::Word(keys.clone()))
    }
}

/// The names of all arguments in a text, each once, in the order of the text.
fn arguments(text: &Text, found: &mut Vec<String>) {
    for part in text {
        let (name, inner) = match part {
            Part::Literal(_) => continue,
            Part::Argument(name) => (name, Vec::new()),
            Part::Choice {
                argument,
                variants,
                other,
            } => (argument, variants.iter().chain([other]).collect()),
        };
        if !found.contains(name) {
            found.push(name.clone());
        }
        for (_, text) in inner {
            arguments(text, found);
        }
    }
}

/// The keys that each argument chooses between.
fn choices(text: &Text, found: &mut BTreeMap<String, BTreeSet<String>>) {
    for part in text {
        if let Part::Choice {
            argument,
            variants,
            other,
        } = part
        {
            for (key, text) in variants.iter().chain([other]) {
                found.entry(argument.clone()).or_default().insert(key.clone());
                choices(text, found);
            }
        }
    }
}
