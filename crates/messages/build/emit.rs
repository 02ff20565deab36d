//! Rust source of messages: a function for each message without arguments, a struct with named fields for each with some.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::catalog::{ArgumentType, LANGUAGES, Modules, Part, Text, Translated};

/// One file for all modules.
pub(crate) fn source(modules: &Modules) -> String {
    let mut out = String::new();
    language(&mut out);
    missing(&mut out, modules);
    help(&mut out, modules);
    words(&mut out, modules);
    let mut open: Vec<String> = Vec::new();
    for (path, messages) in modules {
        let shared = open
            .iter()
            .zip(path)
            .take_while(|(left, right)| left == right)
            .count();
        close(&mut out, &mut open, shared);
        for name in &path[shared..] {
            line(&mut out, &format!("pub mod {} {{", ident(name)));
            open.push(name.clone());
        }
        for (id, translated) in messages {
            message(&mut out, id, translated);
        }
        if messages.values().all(|message| message.arguments.is_empty()) {
            find(&mut out, messages);
        }
    }
    close(&mut out, &mut open, 0);
    out
}

fn close(out: &mut String, open: &mut Vec<String>, depth: usize) {
    while open.len() > depth {
        open.pop();
        line(out, "}");
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn language(out: &mut String) {
    line(out, "/// A language of fiord's sentences.");
    line(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]");
    line(out, "pub enum Lang {");
    for (at, language) in LANGUAGES.iter().enumerate() {
        let default = if at == 0 { "#[default] " } else { "" };
        line(out, &format!("{default}{},", language.variant));
    }
    line(out, "}");
    line(out, "impl Lang {");
    line(out, "/// Every language; the first has all messages.");
    let all: Vec<String> = LANGUAGES
        .iter()
        .map(|language| format!("Self::{}", language.variant))
        .collect();
    line(
        out,
        &format!("pub const ALL: [Self; {}] = [{}];", all.len(), all.join(", ")),
    );
    line(out, "/// The language's tag: `en`, `zh-CN`.");
    line(out, "pub const fn tag(self) -> &'static str {");
    line(out, "match self {");
    for language in LANGUAGES {
        line(out, &format!("Self::{} => {:?},", language.variant, language.tag));
    }
    line(out, "}}}");
}

/// The messages that a language shows in English, by tag.
fn missing(out: &mut String, modules: &Modules) {
    let mut list = BTreeSet::new();
    for (path, messages) in modules {
        for (id, message) in messages {
            for (language, text) in LANGUAGES.iter().zip(&message.texts) {
                if text.is_none() {
                    list.insert((language.tag, format!("{}/{id}", path.join("/"))));
                }
            }
        }
    }
    line(
        out,
        "/// Messages that are not translated and are shown in English: the language and the message.",
    );
    line(
        out,
        &format!("pub const MISSING: [(&str, &str); {}] = [", list.len()),
    );
    for (tag, id) in list {
        line(out, &format!("({tag:?}, {id:?}),"));
    }
    line(out, "];");
}

/// Help of the command line, whose verbs and options are known when fiord runs: each message below `help/`, sorted.
fn help(out: &mut String, modules: &Modules) {
    line(
        out,
        "/// Help of the command line: the verb, the option, and the message.",
    );
    line(out, "pub const HELP: &[(&str, &str, Fixed)] = &[");
    for (path, messages) in modules {
        let [top, verb] = path.as_slice() else { continue };
        if top == "help" {
            for id in messages.keys() {
                let (module, function) = (ident(verb), ident(&id.replace('-', "_")));
                line(out, &format!("({verb:?}, {id:?}, help::{module}::{function}),"));
            }
        }
    }
    line(out, "];");
}

/// The types of arguments that choose between words: one for each name of an argument.
fn words(out: &mut String, modules: &Modules) {
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (argument, kind) in modules
        .values()
        .flat_map(BTreeMap::values)
        .flat_map(|message| &message.arguments)
    {
        if let ArgumentType::Word(keys) = kind {
            types
                .entry(argument)
                .or_default()
                .extend(keys.iter().map(String::as_str));
        }
    }
    line(out, "/// The words that arguments choose between.");
    line(out, "pub mod words {");
    for (argument, keys) in types {
        line(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq)]");
        let variants: Vec<String> = keys.iter().map(|key| pascal(key)).collect();
        line(
            out,
            &format!("pub enum {} {{ {} }}", pascal(argument), variants.join(", ")),
        );
    }
    line(out, "}");
}

fn message(out: &mut String, id: &str, message: &Translated) {
    let english: &[Text] = message.texts[0].as_slice();
    let summary = match message.comment.as_slice() {
        [] => english.iter().map(outline).collect(),
        comment => comment.join(" "),
    };
    for row in summary.lines() {
        line(out, &format!("/// {row}"));
    }
    if message.arguments.is_empty() {
        constant(out, id, message);
    } else {
        structure(out, id, message);
    }
}

/// The search for a message by its id, in a file of labels.
fn find(out: &mut String, messages: &BTreeMap<String, Translated>) {
    line(out, "/// The message of this id.");
    line(out, "pub fn find(id: &str) -> Option<crate::Fixed> {");
    line(out, "let found: crate::Fixed = match id {");
    for id in messages.keys() {
        line(out, &format!("{id:?} => {},", ident(&id.replace('-', "_"))));
    }
    line(out, "_ => return None,");
    line(out, "};");
    line(out, "Some(found)");
    line(out, "}");
}

/// The English text with its arguments, as documentation.
fn outline(text: &Text) -> String {
    let show = |part: &Part| match part {
        Part::Literal(literal) => literal.replace(['[', ']', '<', '>', '`'], " "),
        Part::Argument(name) | Part::Choice { argument: name, .. } => format!("{{{name}}}"),
    };
    text.iter().map(show).collect()
}

fn constant(out: &mut String, id: &str, message: &Translated) {
    line(
        out,
        &format!(
            "pub fn {}(lang: crate::Lang) -> &'static str {{",
            ident(&id.replace('-', "_"))
        ),
    );
    arms(out, message, |text| {
        let whole: String = text
            .iter()
            .map(|part| {
                if let Part::Literal(literal) = part {
                    literal.as_str()
                } else {
                    ""
                }
            })
            .collect();
        format!("{whole:?}")
    });
    line(out, "}");
}

fn structure(out: &mut String, id: &str, message: &Translated) {
    let name = pascal(id);
    let borrows = message
        .arguments
        .iter()
        .any(|(_, kind)| *kind == ArgumentType::Display);
    let (declared, anonymous) = if borrows { ("<'a>", "<'_>") } else { ("", "") };
    line(out, "#[derive(Clone, Copy)]");
    line(out, &format!("pub struct {name}{declared} {{"));
    for (argument, kind) in &message.arguments {
        let kind = match kind {
            ArgumentType::Display => "&'a dyn std::fmt::Display".to_owned(),
            ArgumentType::Count => "u64".to_owned(),
            ArgumentType::Bool => "bool".to_owned(),
            ArgumentType::Word(_) => format!("crate::words::{}", pascal(argument)),
        };
        line(out, &format!("pub {}: {kind},", ident(argument)));
    }
    line(out, "}");
    line(out, &format!("impl {name}{anonymous} {{"));
    line(out, "pub fn text(&self, lang: crate::Lang) -> String {");
    line(out, "let mut out = String::new();");
    let kinds: BTreeMap<&str, &ArgumentType> = message
        .arguments
        .iter()
        .map(|(name, kind)| (name.as_str(), kind))
        .collect();
    let mut matching = String::new();
    arms(&mut matching, message, |text| {
        format!("{{ {} }}", statements(text, &kinds))
    });
    if matching.contains("write!(out") {
        line(out, "use std::fmt::Write;");
    }
    out.push_str(&matching);
    line(out, "lang.localised(out)");
    line(out, "}}");
}

/// A match on the language; languages without a translation share the English arm.
fn arms(out: &mut String, message: &Translated, body: impl Fn(&Text) -> String) {
    line(out, "match lang {");
    for (language, text) in LANGUAGES.iter().zip(&message.texts).skip(1) {
        if let Some(text) = text {
            line(
                out,
                &format!("crate::Lang::{} => {},", language.variant, body(text)),
            );
        }
    }
    let rest = if message.texts.iter().all(Option::is_some) {
        "crate::Lang::En"
    } else {
        "_"
    };
    for text in message.texts[0].iter() {
        line(out, &format!("{rest} => {},", body(text)));
    }
    line(out, "}");
}

/// Writing to a `String` does not fail.
fn statements(text: &Text, kinds: &BTreeMap<&str, &ArgumentType>) -> String {
    let mut code = String::new();
    for part in text {
        let _ = match part {
            Part::Literal(literal) => write!(code, "out.push_str({literal:?}); "),
            Part::Argument(name) => {
                let value = match kinds.get(name.as_str()) {
                    Some(ArgumentType::Count) => format!("crate::Thousands(self.{})", ident(name)),
                    _ => format!("self.{}", ident(name)),
                };
                write!(code, "let _ = write!(out, \"{{}}\", {value}); ")
            }
            Part::Choice {
                argument,
                variants,
                other,
            } => {
                write!(code, "{}", choice(argument, variants, other, kinds))
            }
        };
    }
    code
}

fn choice(
    argument: &str,
    variants: &[(String, Text)],
    other: &(String, Text),
    kinds: &BTreeMap<&str, &ArgumentType>,
) -> String {
    let kind = kinds.get(argument);
    let key = |word: &str| match kind {
        Some(ArgumentType::Count) => "1".to_owned(),
        Some(ArgumentType::Bool) => (word == "yes").to_string(),
        _ => format!("crate::words::{}::{}", pascal(argument), pascal(word)),
    };
    let mut code = format!("match self.{} {{ ", ident(argument));
    for (word, text) in variants {
        let _ = write!(code, "{} => {{ {} }} ", key(word), statements(text, kinds));
    }
    let _ = write!(code, "_ => {{ {} }} }} ", statements(&other.1, kinds));
    code
}

fn pascal(id: &str) -> String {
    let mut name = String::new();
    for word in id.split(['-', '_']) {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.extend(letters);
    }
    name
}

fn ident(name: &str) -> String {
    match name {
        "type" | "ref" | "match" | "move" | "use" | "in" | "where" | "for" | "loop" | "fn" | "mod"
        | "try" => {
            format!("r#{name}")
        }
        name => name.to_owned(),
    }
}
