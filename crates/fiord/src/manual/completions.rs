//! What a shell needs to complete verbs, their options, and where a job is typed those of jobs.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use clap_complete::Shell;
use fiord_job::help::first_sentence;
use fiord_job::options::{self, OptionSpec, Support, ValueKind};
use fiord_job::plan::EngineKind;
use fiord_judge::topics;
use fiord_study::builtin;
use fiord_study::check::BUILTIN;

use crate::verbs::words::takes_a_job;

/// The script of a shell. `command` is the command line of all verbs.
pub(crate) fn completions(command: Command, shell: Shell) -> Vec<u8> {
    let command = command.mut_subcommands(|verb| {
        if takes_a_job(&verb) {
            with_options_of_jobs(verb)
        } else {
            verb
        }
    });
    // Without a verb it is fio, which takes a job.
    let mut command = with_names(with_hints(with_options_of_jobs(command)));
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "fiord", &mut text);
    match shell {
        Shell::Bash => with_values_behind_equals_signs(&String::from_utf8_lossy(&text)).into_bytes(),
        Shell::Zsh => with_files_beside_topics(&String::from_utf8_lossy(&text)).into_bytes(),
        _ => text,
    }
}

/// zsh offers the names of an argument instead of files; where a topic is named there can be a job file too.
fn with_files_beside_topics(script: &str) -> String {
    let names: Vec<&str> = topics::all().map(|topic| topic.name).collect();
    let names = names.join(" ");
    script.replace(
        &format!(":({names})'"),
        &format!(":{{_files; compadd -- {names}}}'"),
    )
}

/// bash takes `--rw=ra` for three words, so that the word before the value is an equals sign and not the option.
fn with_values_behind_equals_signs(script: &str) -> String {
    let found = "    prev=\"$3\"\n";
    let more = "    if [[ \"${prev}\" == \"=\" && ${COMP_CWORD} -ge 2 ]]; then\n        \
                prev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n    \
                elif [[ \"${cur}\" == \"=\" ]]; then\n        \
                cur=\"\"\n    \
                fi\n";
    script.replacen(found, &format!("{found}{more}"), 1)
}

/// Of an option whose values are neither paths nor counted a shell offers nothing, instead of files. One whose value is in the same word
/// is complete without it.
fn with_hints(command: Command) -> Command {
    let hinted = |arg: Arg| match arg.get_value_hint() {
        _ if arg.is_require_equals_set() => arg
            .action(ArgAction::SetTrue)
            .require_equals(false)
            .num_args(0)
            .value_parser(value_parser!(bool)),
        ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
        ValueHint::Unknown if arg.get_long().is_some() && arg.get_action().takes_values() => {
            arg.value_hint(ValueHint::Other)
        }
        _ => arg,
    };
    command.mut_args(hinted).mut_subcommands(with_hints)
}

/// Offers the studies and recipes that come with fiord, and the topics, where one is named.
fn with_names(command: Command) -> Command {
    let names: Vec<&str> = match command.get_name() {
        "run" | "show" => builtin::ALL.iter().map(|study| study.name).collect(),
        "check" => BUILTIN.iter().map(|recipe| recipe.name).collect(),
        "explain" => topics::all().map(|topic| topic.name).collect(),
        _ => Vec::new(),
    };
    let named = |arg: Arg| match arg.get_id().as_str() {
        "study" | "recipe" | "jobs" if !names.is_empty() => {
            arg.value_parser(PossibleValuesParser::new(names.clone()))
        }
        _ => arg,
    };
    command.mut_args(named).mut_subcommands(with_names)
}

/// Adds the options of jobs that work and that the verb does not have itself.
fn with_options_of_jobs(verb: Command) -> Command {
    let names = |arg: &Arg| [Some(arg.get_id().as_str()), arg.get_long()].map(|name| name.map(str::to_owned));
    let taken: Vec<String> = verb.get_arguments().flat_map(names).flatten().collect();
    let offered = options::all().filter(|spec| {
        !matches!(spec.support, Support::Refused(_)) && !taken.iter().any(|name| name == spec.name)
    });
    verb.args(offered.map(arg).collect::<Vec<_>>())
}

fn arg(spec: &'static OptionSpec) -> Arg {
    let arg = Arg::new(spec.name).long(spec.name).help(first_sentence(spec.doc));
    match spec.kind {
        ValueKind::Set => arg.action(ArgAction::SetTrue),
        ValueKind::Choice => arg.value_parser(PossibleValuesParser::new(spec.names())),
        ValueKind::Text if spec.name == "ioengine" => {
            let engines = EngineKind::ALL.iter().map(|engine| engine.name());
            arg.value_parser(PossibleValuesParser::new(engines))
        }
        ValueKind::Text if spec.name.contains("file") => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_jobs(verb: &'static str) -> Command {
        let words = Arg::new("words").num_args(0..).trailing_var_arg(true);
        Command::new(verb).arg(words)
    }

    #[test]
    fn bash_completes_values_behind_an_equals_sign() {
        let command = Command::new("fiord").subcommands(["run", "explain", "sweep"].map(of_jobs));
        let text = String::from_utf8(completions(command, Shell::Bash)).unwrap_or_default();
        assert!(text.contains("prev=\"${COMP_WORDS[COMP_CWORD-2]}\""), "{text}");
    }

    #[test]
    fn topics_and_job_files_are_offered_together() {
        let jobs = Arg::new("jobs").num_args(0..).trailing_var_arg(true);
        let command = Command::new("fiord").subcommand(Command::new("explain").arg(jobs));
        let text = |shell| String::from_utf8(completions(command.clone(), shell)).unwrap_or_default();
        assert!(text(Shell::Bash).contains(" page-cache read-ahead "));
        let zsh = text(Shell::Zsh);
        assert!(
            zsh.contains(":{_files; compadd -- page-cache read-ahead "),
            "{zsh}"
        );
    }

    #[test]
    fn options_of_jobs_stand_where_a_job_is_typed() {
        let verbs = ["run", "explain", "sweep"].map(of_jobs);
        let command = Command::new("fiord")
            .subcommands(verbs)
            .subcommand(Command::new("watch"));
        let text = String::from_utf8(completions(command, Shell::Fish)).unwrap_or_default();
        let has = |verb: &str, option: &str| {
            text.lines().any(|line| {
                line.contains(&format!("_subcommand {verb}\"")) && line.contains(&format!(" -l {option} "))
            })
        };
        assert!(
            has("run", "rw") && has("explain", "iodepth") && has("sweep", "ioengine"),
            "{text}"
        );
        assert!(!has("watch", "rw"), "{text}");
        let has_without_verb = |option: &str| {
            text.lines()
                .any(|line| line.contains("needs_command\"") && line.contains(&format!(" -l {option} ")))
        };
        assert!(has_without_verb("rw") && has_without_verb("ioengine"), "{text}");
        // Refused by name, so not offered.
        assert!(options::all().any(|spec| spec.name == "hostname"));
        assert!(!has("run", "hostname"), "{text}");
    }
}
