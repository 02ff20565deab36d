//! Help of verbs and options, in a language: messages by the name of the verb and the id of the option.

use clap::{Arg, Command};
use fiord_messages::{Fixed, HELP, Lang, command_line as messages};

/// The messages of the program itself.
pub(super) const PROGRAM: &str = "fiord";
/// The messages of options that several verbs have.
const SHARED: &str = "shared";
const HEADINGS: &str = "headings";

/// Puts help on a command and on all below it. `verb` is its name with those above: `study_run`.
pub(super) fn with_help(command: Command, verb: &str, lang: Lang) -> Command {
    let text = |id: &str| message(verb, id).map(|(_, _, text)| text(lang));
    let mut command = command.mut_args(|arg| {
        let (help, heading) = (
            text(arg.get_id().as_str()),
            arg.get_help_heading().and_then(heading),
        );
        let arg = match heading {
            Some((_, _, heading)) => arg.help_heading(heading(lang)),
            None => arg,
        };
        match help {
            Some(help) => with_values(arg, help, lang),
            None => arg,
        }
    });
    if let Some(about) = text("about") {
        command = command.about(about);
    }
    if let Some(after) = text("after") {
        command = command.after_help(after);
    }
    command.mut_subcommands(|below| {
        let name = path(verb, below.get_name());
        with_help(below, &name, lang)
    })
}

/// Puts help on an option, with its default and its possible values, which clap would add in English.
fn with_values(mut arg: Arg, help: &str, lang: Lang) -> Arg {
    let mut help = help.to_owned();
    if !arg.get_action().takes_values() {
        return arg.help(help);
    }
    if let [value] = arg.get_default_values()
        && !arg.is_hide_default_value_set()
    {
        let value = &value.to_string_lossy();
        help = messages::DefaultValue { help: &help, value }.text(lang);
        arg = arg.hide_default_value(true);
    }
    let possible = arg.get_possible_values();
    let shown = possible.iter().filter(|value| !value.is_hide_set());
    let values: Vec<&str> = shown.map(|value| value.get_name()).collect();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        let values = &values.join(", ");
        help = messages::PossibleValues { help: &help, values }.text(lang);
        arg = arg.hide_possible_values(true);
    }
    arg.help(help)
}

/// The help of what clap adds itself when it builds a command.
pub(crate) fn with_own_help(command: Command, lang: Lang) -> Command {
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "help" => arg.help(messages::print_help(lang)),
        "version" => arg.help(messages::print_version(lang)),
        _ => arg,
    });
    command.mut_subcommands(|below| match below.get_name() {
        "help" => below.about(messages::print_help_of(lang)),
        _ => with_own_help(below, lang),
    })
}

/// Help with the labels of its parts in a language: clap has no other way to change all of them.
pub(super) fn labelled(help: &str, lang: Lang) -> String {
    let alias = format!("[{}{}", messages::alias(lang), lang.colon());
    let labelled = |line: &str| match line.replace("[alias: ", &alias).as_str() {
        "Arguments:" => messages::arguments(lang).to_owned(),
        "Options:" => messages::options(lang).to_owned(),
        "Commands:" => messages::commands(lang).to_owned(),
        line => match line.strip_prefix("Usage: ") {
            Some(usage) => messages::UsageLine { usage: &usage }.text(lang),
            // A heading of our own, behind which clap puts a colon.
            None => match line.strip_suffix(':').filter(|heading| !heading.starts_with(' ')) {
                Some(heading) => format!("{heading}{}", lang.colon().trim_end()),
                None => line.to_owned(),
            },
        },
    };
    let lines: Vec<String> = help.split('\n').map(labelled).collect();
    lines.join("\n")
}

/// The name of a verb with those above.
fn path(above: &str, name: &str) -> String {
    match above {
        PROGRAM => name.to_owned(),
        _ => format!("{above}_{name}"),
    }
}

type HelpMessage = (&'static str, &'static str, Fixed);

/// The message of a verb, else that of all verbs.
fn message(verb: &str, id: &str) -> Option<&'static HelpMessage> {
    find(verb, id).or_else(|| find(SHARED, id))
}

fn heading(id: &str) -> Option<&'static HelpMessage> {
    find(HEADINGS, id)
}

fn find(file: &str, id: &str) -> Option<&'static HelpMessage> {
    let id = id.replace('_', "-");
    let place = HELP.binary_search_by_key(&(file, id.as_str()), |(file, id, _)| (*file, *id));
    HELP.get(place.ok()?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::verbs::Cli;

    /// The file and the id of a message, as they are looked for.
    fn place(verb: &str, id: &str) -> String {
        format!("{verb}.ftl: {id}").replace('_', "-")
    }

    /// What a command and all below it show in help, with the messages of it.
    fn shown(command: &Command, verb: &str, found: &mut Vec<(String, Option<&'static HelpMessage>)>) {
        found.push((place(verb, "about"), find(verb, "about")));
        found.extend(find(verb, "after").map(|after| (place(verb, "after"), Some(after))));
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            found.push((place(verb, id), message(verb, id)));
            let heading_id = arg.get_help_heading();
            found.extend(heading_id.map(|id| (place(HEADINGS, id), heading(id))));
        }
        for below in command.get_subcommands() {
            shown(below, &path(verb, below.get_name()), found);
        }
    }

    #[test]
    fn every_verb_option_and_heading_has_a_message_and_every_message_its_place() {
        let mut found = vec![(place(PROGRAM, "lang"), find(PROGRAM, "lang"))];
        shown(&Cli::command(), PROGRAM, &mut found);
        let missing = found.iter().filter(|(_, message)| message.is_none());
        let missing: Vec<&String> = missing.map(|(place, _)| place).collect();
        assert!(
            missing.is_empty(),
            "crates/messages/en/help: add these (to shared.ftl where several verbs have the option): {missing:?}"
        );
        let used: BTreeSet<_> = found
            .iter()
            .filter_map(|(_, message)| message.map(|(file, id, _)| (*file, *id)))
            .collect();
        let all: BTreeSet<_> = HELP.iter().map(|(file, id, _)| (*file, *id)).collect();
        let unused: Vec<_> = all.difference(&used).collect();
        assert!(
            unused.is_empty(),
            "crates/messages/en/help: delete these, no command has such an option: {unused:?}"
        );
        assert!(used.len() > 150, "{}", used.len());
    }

    /// In clap's lists a verb has at most 115 characters, and no text ends with a full stop.
    #[test]
    fn help_of_a_verb_is_short() {
        for (file, id, text) in HELP {
            assert!(
                *id != "about" || text(Lang::En).len() <= 115,
                "{file}: {}",
                text(Lang::En)
            );
            assert!(!text(Lang::En).ends_with('.') || *id == "after", "{file}/{id}");
        }
    }
}
