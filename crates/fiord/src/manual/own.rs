//! Options that a verb takes out of its words itself, since clap cannot know which of them are fio's.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, ValueHint};

/// One of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnOption {
    /// Without its dashes.
    pub long: &'static str,
    pub short: Option<char>,
    /// What its value is called; `None`: it takes none.
    pub value: Option<&'static str>,
    /// The values that there are, where they can be counted.
    pub choices: &'static [&'static str],
    /// What it does, without a full stop.
    pub text: &'static str,
}

/// All of a verb.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnOptions {
    pub verb: &'static str,
    /// What the verb does.
    pub about: &'static str,
    pub usage: &'static str,
    pub options: &'static [OwnOption],
    /// What follows them in the help: exit codes and the like.
    pub notes: &'static str,
}

impl OwnOption {
    pub(crate) const fn flag(long: &'static str, text: &'static str) -> Self {
        Self {
            long,
            short: None,
            value: None,
            choices: &[],
            text,
        }
    }

    pub(crate) const fn valued(long: &'static str, value: &'static str, text: &'static str) -> Self {
        Self {
            long,
            short: None,
            value: Some(value),
            choices: &[],
            text,
        }
    }

    /// The same with the values that there are.
    #[must_use]
    pub(crate) const fn of(self, choices: &'static [&'static str]) -> Self {
        Self { choices, ..self }
    }

    /// As it is typed: `-v, --verbose`, `--evidence FILE`.
    fn usage(&self) -> String {
        let short = self.short.map_or_else(String::new, |short| format!("-{short}, "));
        let value = self.value.map_or_else(String::new, |value| format!(" {value}"));
        format!("{short}--{}{value}", self.long)
    }

    fn arg(&self) -> Arg {
        let arg = Arg::new(self.long).long(self.long).help(self.text);
        let arg = match self.short {
            Some(short) => arg.short(short),
            None => arg,
        };
        match self.value {
            None => arg.action(ArgAction::SetTrue),
            Some(value) => {
                let hint = match value {
                    "FILE" | "DEVICE" => ValueHint::FilePath,
                    _ => ValueHint::Other,
                };
                let arg = arg.value_name(value).value_hint(hint).hide_possible_values(true);
                if self.choices.is_empty() {
                    arg
                } else {
                    arg.value_parser(PossibleValuesParser::new(self.choices))
                }
            }
        }
    }
}

impl OwnOptions {
    /// A line for each, as help prints them: the option, two blanks or more, what it does.
    fn lines(&self) -> String {
        let width = self.options.iter().map(|option| option.usage().len()).max();
        let width = width.unwrap_or_default();
        let line = |option: &OwnOption| format!("  {:<width$}  {}\n", option.usage(), option.text);
        self.options.iter().map(line).collect()
    }

    /// The whole help of the verb.
    pub(crate) fn help(&self) -> String {
        let Self {
            about, usage, notes, ..
        } = self;
        format!("{about}\n\nUsage: {usage}\n\n{}\n{notes}\n", self.lines())
    }

    /// The command line of all verbs, with these as arguments of theirs in place of the help that lists them.
    pub(crate) fn add_to(&self, command: Command) -> Command {
        command.mut_subcommand(self.verb, |verb| {
            verb.args(self.options.iter().map(OwnOption::arg))
                .override_usage(self.usage)
                .after_help(self.notes)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: OwnOptions = OwnOptions {
        verb: "run",
        about: "Run.",
        usage: "fiord run",
        options: &[
            OwnOption {
                short: Some('v'),
                ..OwnOption::flag("verbose", "all of it")
            },
            OwnOption::valued("evidence", "FILE", "write it to FILE"),
        ],
        notes: "Exit codes: 0.",
    };

    #[test]
    fn help_has_a_line_for_each() {
        assert_eq!(
            OWN.help(),
            "Run.\n\nUsage: fiord run\n\n  -v, --verbose    all of it\n  --evidence FILE  write it to FILE\n\nExit codes: 0.\n"
        );
    }

    #[test]
    fn they_become_arguments_of_their_verb() {
        let command = Command::new("fiord").subcommand(Command::new("run").after_help("a list"));
        let command = OWN.add_to(command);
        let run = command.find_subcommand("run");
        let names: Vec<&str> = run
            .into_iter()
            .flat_map(Command::get_arguments)
            .filter_map(Arg::get_long)
            .collect();
        assert_eq!(names, ["verbose", "evidence"]);
        let notes = run.and_then(Command::get_after_help).map(ToString::to_string);
        assert_eq!(notes.as_deref(), Some("Exit codes: 0."));
    }
}
