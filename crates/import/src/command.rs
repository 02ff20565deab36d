//! Commands of fio in a text: where one stands in a line, its words, and the plan they make.

use fiord_job::diagnostic::Level;
use fiord_job::expand::Keywords;
use fiord_job::invocation::{self, Parsed};
use fiord_job::plan::RunPlan;
use fiord_job::surroundings::Surroundings;

/// The command of fio in a line, from its program to its end: behind a prompt, `sudo`, `do`, or another command.
pub(super) fn find(line: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(at) = line[from..].find("fio").map(|at| at + from) {
        from = at + 3;
        let before = line[..at].chars().next_back();
        let starts = before.is_none_or(|c| c.is_whitespace() || "$#>;&|`'\"/".contains(c));
        let rest = &line[from..];
        let next = rest.trim_start();
        let is_job_file = next
            .split_whitespace()
            .next()
            .is_some_and(|word| word.ends_with(".fio") || word.ends_with(".job"));
        if starts && rest.starts_with([' ', '\t']) && (next.starts_with('-') || is_job_file) {
            let command = &line[at..];
            return Some(command[..end(command)].trim_end());
        }
    }
    None
}

/// Where a command ends: at a separator of the shell outside quotes.
fn end(command: &str) -> usize {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in command.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (None | Some('"'), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, ';' | '|' | '&' | '`' | '<' | '>') => return at,
            (None, _) => {}
        }
    }
    command.len()
}

/// Splits a command into words as a shell does; an open quote ends with the line.
pub(super) fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut escaped) = (None::<String>, None, false);
    for c in command.chars() {
        match (quote, c) {
            _ if escaped => {
                escaped = false;
                word.get_or_insert_default().push(c);
            }
            (None | Some('"'), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The plan that a command makes, its files unopened; or why it makes none.
pub(super) fn plan(command: &str) -> Result<RunPlan, String> {
    let words = words(command);
    let args = words.get(1..).unwrap_or_default();
    let parsed = parse(args);
    let wrong = parsed
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.level == Level::Error);
    match wrong {
        Some(diagnostic) => Err(diagnostic.message.clone()),
        None if parsed.plan.jobs.is_empty() => Err("it has no job".to_owned()),
        None => Ok(parsed.plan),
    }
}

/// Reads arguments of fio in a world without files.
pub(super) fn parse(args: &[String]) -> Parsed {
    let world = Surroundings {
        file: |_, _| Err("job files are not opened by an import".to_owned()),
        read: &|_| Err("nothing is opened by an import".to_owned()),
        env: &|_| None,
        machine: Keywords {
            ncpus: 1,
            page_size: 4096,
            memory_mb: 1024,
        },
    };
    invocation::parse(args, &world)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_behind_prompts_and_other_commands() {
        for line in [
            "fio --name=a --rw=read",
            "# fio --name=a --rw=read",
            "$fio --name=a --rw=read",
            "[root@host data]# fio --name=a --rw=read ",
            "rm -f w.0.0; fio --name=a --rw=read;",
            "for i in {1..5}; do fio --name=a --rw=read; done",
            "`fio --name=a --rw=read`",
            "fio --name=a --rw=read | tee out",
        ] {
            assert_eq!(find(line), Some("fio --name=a --rw=read"), "{line}");
        }
        assert_eq!(find("fio job.fio"), Some("fio job.fio"));
        for line in ["fio was a program", "fio-3.7", "profio --x", "## fio测试", ""] {
            assert_eq!(find(line), None, "{line}");
        }
    }

    #[test]
    fn a_command_is_a_plan() {
        let plan = plan("fio -ioengine=libaio -direct=1 -buffered=0 -rw=randrw -bs=4k -name=\"EBS 4K\" -iodepth=64 -size=1G").unwrap();
        assert_eq!(plan.jobs[0].name, "EBS 4K");
        assert_eq!(plan.jobs[0].depth.iodepth, 64);
        assert!(plan.jobs[0].durability.direct);
        assert!(super::plan("fio --rw=sideways --name=a").is_err());
        assert!(super::plan("fio job.fio").is_err());
    }
}
