//! What is wrong with a command line, in our form and in the reader's language: clap says it in English only.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use fiord_messages::{Lang, command_line as messages};

/// The sentence for an error of clap about this verb; `None`: of a kind that has none.
pub(super) fn sentence(error: &clap::Error, verb: &clap::Command, lang: Lang) -> Option<String> {
    let said = Refusal { error, verb, lang };
    match error.kind() {
        ErrorKind::UnknownArgument => said.unknown_argument(),
        ErrorKind::InvalidValue => said.no_such_value(),
        ErrorKind::ValueValidation => said.bad_value(),
        ErrorKind::MissingRequiredArgument => said.missing_arguments(),
        ErrorKind::ArgumentConflict => said.conflict(),
        ErrorKind::TooManyValues => {
            let (value, command) = (&said.text(ContextKind::InvalidValue)?, &said.command());
            Some(messages::NotWanted { value, command }.text(lang))
        }
        ErrorKind::NoEquals | ErrorKind::TooFewValues => said.no_value(),
        ErrorKind::WrongNumberOfValues => said.number_of_values(),
        ErrorKind::MissingSubcommand => {
            let commands = &lang.list(&said.commands());
            let command = &said.command();
            Some(messages::MissingCommand { command, commands }.text(lang))
        }
        ErrorKind::InvalidSubcommand => said.unknown_command(),
        ErrorKind::InvalidUtf8 => Some(messages::not_utf8(lang).to_owned()),
        _ => None,
    }
}

struct Refusal<'a> {
    error: &'a clap::Error,
    verb: &'a clap::Command,
    lang: Lang,
}

impl Refusal<'_> {
    fn text(&self, kind: ContextKind) -> Option<String> {
        match self.error.get(kind)? {
            ContextValue::String(text) => Some(text.clone()),
            ContextValue::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::String(text)) => vec![text.clone()],
            _ => Vec::new(),
        }
    }

    fn arg(&self) -> Option<String> {
        self.text(ContextKind::InvalidArg)
    }

    /// The usage without its label: `fiord survey [OPTIONS] <PATH>`.
    fn usage(&self) -> String {
        let usage = match self.error.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => usage.to_string(),
            _ => String::new(),
        };
        let usage = usage.trim();
        let line = usage.strip_prefix("Usage: ").unwrap_or(usage);
        line.lines().next().unwrap_or_default().to_owned()
    }

    fn command(&self) -> &str {
        self.verb.get_bin_name().unwrap_or("fiord")
    }

    fn commands(&self) -> Vec<String> {
        let below = self.verb.get_subcommands();
        below.map(|command| command.get_name().to_owned()).collect()
    }

    fn unknown_argument(&self) -> Option<String> {
        let (arg, command) = (&self.arg()?, &self.command());
        let sentence = match self.text(ContextKind::SuggestedArg) {
            Some(similar) => messages::UnknownOptionSimilar {
                arg,
                similar: &similar,
            }
            .text(self.lang),
            None if arg.starts_with('-') => messages::UnknownOption { arg, command }.text(self.lang),
            None => messages::OneTooMany { arg, command }.text(self.lang),
        };
        Some(sentence)
    }

    fn no_value(&self) -> Option<String> {
        let (arg, command) = (&self.arg()?, &self.command());
        Some(messages::NoValue { arg, command }.text(self.lang))
    }

    fn no_such_value(&self) -> Option<String> {
        let value = self.text(ContextKind::InvalidValue)?;
        if value.is_empty() {
            return self.no_value();
        }
        let (arg, value) = (&self.arg()?, &value);
        let sentence = match self.text(ContextKind::SuggestedValue) {
            Some(similar) => messages::NoSuchValueSimilar {
                value,
                arg,
                similar: &similar,
            }
            .text(self.lang),
            None => messages::NoSuchValue {
                value,
                arg,
                values: &self.lang.list(&self.texts(ContextKind::ValidValue)),
            }
            .text(self.lang),
        };
        Some(sentence)
    }

    /// Our own parsers say what is wrong in the reader's language; of clap's own, these are the ones in use.
    fn bad_value(&self) -> Option<String> {
        let (arg, value) = (&self.arg()?, &self.text(ContextKind::InvalidValue)?);
        let source = std::error::Error::source(self.error)?;
        let said = source.to_string();
        let range = said
            .split_once(" is not in ")
            .and_then(|(_, range)| range.split_once(".."));
        let reason = match range {
            Some((low, high)) => {
                let (low, high) = (&low, &high.trim_start_matches('='));
                messages::NotInRange { value, low, high }.text(self.lang)
            }
            None if source.is::<std::num::ParseIntError>() || said == "invalid digit found in string" => {
                messages::NotANumber { value }.text(self.lang)
            }
            None => said,
        };
        let reason = &reason;
        Some(messages::BadValue { arg, reason }.text(self.lang))
    }

    fn missing_arguments(&self) -> Option<String> {
        let args = self.texts(ContextKind::InvalidArg);
        if args.is_empty() {
            return None;
        }
        let (args, usage) = (&self.lang.list(&args), &self.usage());
        Some(messages::MissingArguments { args, usage }.text(self.lang))
    }

    fn conflict(&self) -> Option<String> {
        let arg = self.arg()?;
        let others = self.texts(ContextKind::PriorArg);
        let sentence = match others.as_slice() {
            [] => messages::GivenTwice { arg: &arg }.text(self.lang),
            [other] if *other == arg => messages::GivenTwice { arg: &arg }.text(self.lang),
            others => {
                let (arg, others) = (&arg, &self.lang.list(others));
                messages::Conflict { arg, others }.text(self.lang)
            }
        };
        Some(sentence)
    }

    fn number_of_values(&self) -> Option<String> {
        let sentence = messages::NumberOfValues {
            arg: &self.arg()?,
            expected: &self.text(ContextKind::ExpectedNumValues)?,
            given: &self.text(ContextKind::ActualNumValues)?,
            command: &self.command(),
        };
        Some(sentence.text(self.lang))
    }

    fn unknown_command(&self) -> Option<String> {
        let (word, command) = (&self.text(ContextKind::InvalidSubcommand)?, &self.command());
        let similar = self.texts(ContextKind::SuggestedSubcommand);
        let sentence = match similar.first() {
            Some(similar) => messages::UnknownCommandSimilar {
                word,
                command,
                similar,
            }
            .text(self.lang),
            None => messages::UnknownCommand {
                word,
                command,
                commands: &self.lang.list(&self.commands()),
            }
            .text(self.lang),
        };
        Some(sentence)
    }
}
