//! Commands of fio in a text: where one stands in a line, its words, and the plan they make.

use fiord_job::cli::{CLI_OPTIONS, CliOption};
use fiord_job::diagnostic::Level;
use fiord_job::expand::Keywords;
use fiord_job::invocation::{self, Parsed};
use fiord_job::options::{self, Support};
use fiord_job::plan::{JobPlan, OptionEcho, RunPlan};
use fiord_job::surroundings::Surroundings;

use super::draft::TextLine;
use super::results;
use fiord_messages::{Sentence, import as messages};

/// A command in a text, whole where it goes on over several lines.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    /// The number of its first line.
    pub line: u64,
    /// How many lines it has.
    pub lines: usize,
    pub program: Program,
    /// From the program to the end of the command.
    pub text: String,
    /// The host of its prompt.
    pub host: Option<String>,
}

impl Typed {
    /// The command as one line of the text.
    pub(super) fn line(&self) -> TextLine {
        TextLine {
            number: self.line,
            text: self.text.clone(),
        }
    }
}

/// A program whose results belong to the command above them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    /// Of every version.
    Fio,
    Dd,
    Sysbench,
    Ioping,
    Hdparm,
    Iozone,
    Elbencho,
    Rados,
    PgTestFsync,
    Biolatency,
    Diskspd,
    Ping,
    Scp,
    Rsync,
    Netperf,
    Sockperf,
}

impl Program {
    /// The program of an executable that is called exactly so; [`find`] finds fio.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "dd" => Self::Dd,
            "sysbench" => Self::Sysbench,
            "ioping" => Self::Ioping,
            "hdparm" => Self::Hdparm,
            "iozone" => Self::Iozone,
            "elbencho" => Self::Elbencho,
            "rados" => Self::Rados,
            "pg_test_fsync" => Self::PgTestFsync,
            "biolatency" => Self::Biolatency,
            "diskspd" => Self::Diskspd,
            "ping" => Self::Ping,
            "scp" => Self::Scp,
            "rsync" => Self::Rsync,
            "netperf" => Self::Netperf,
            "sockperf" => Self::Sockperf,
            _ => return None,
        })
    }
}

/// Lines of one command at most.
const MOST_LINES: usize = 60;

/// The command that begins at the first of these lines.
pub(super) fn typed(lines: &[TextLine]) -> Option<Typed> {
    let first = lines.first()?;
    // zsh prints the command with its times.
    let is_time = first.text.contains("s user ") && first.text.contains("% cpu ");
    let (program, _) = program(&first.text).filter(|_| !is_time)?;
    let mut text = String::new();
    let mut taken = 0;
    for line in lines.iter().take(MOST_LINES) {
        taken += 1;
        match line.text.trim_end().strip_suffix('\\') {
            Some(part) => {
                text.push_str(part);
                text.push(' ');
            }
            None => {
                text.push_str(&line.text);
                break;
            }
        }
    }
    let (_, command) = self::program(&text).filter(|(same, _)| *same == program)?;
    Some(Typed {
        line: first.number,
        lines: taken,
        program,
        text: command.to_owned(),
        host: text
            .find(command)
            .and_then(|at| host(&text[..at]))
            .map(str::to_owned),
    })
}

/// The host that a prompt names, or the ssh before a command: `root@pve1:~#`, `[root@node2 ~]$`, `ssh admin@10.0.0.7 '`.
fn host(before: &str) -> Option<&str> {
    let (user, rest) = before.rsplit_once('@')?;
    // `Someone (joe@example.org) ran: fio` names no host.
    let is_prompt = !user.trim_start().contains(char::is_whitespace);
    if !is_prompt && !user.contains("ssh ") {
        return None;
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')));
    let name = &rest[..end.unwrap_or(rest.len())];
    (!name.is_empty()).then_some(name)
}

/// The program of a command line, and the command.
fn program(line: &str) -> Option<(Program, &str)> {
    find(line)
        .map(|command| (Program::Fio, command))
        .or_else(|| tool(line))
}

/// The command of another program in a line, also after other commands and inside of one that runs it elsewhere: `sync; dd if=a`,
/// `ssh host 'dd if=a'`, `docker exec -it c dd if=a`.
fn tool(line: &str) -> Option<(Program, &str)> {
    let begins = ["; ", "&& ", " do ", " -- ", "> ", "'", "\""];
    let elsewhere = || {
        let is_exec = line.contains(" exec ") || line.contains("ssh ");
        let at = line.rfind(" dd if=").filter(|_| is_exec)?;
        tool_at(&line[at..])
    };
    let after = |begin: &str| {
        let mut places = line.match_indices(begin);
        places.find_map(|(at, begin)| tool_at(&line[at + begin.len()..]))
    };
    let found = tool_at(line)
        .or_else(|| begins.into_iter().find_map(after))
        .or_else(elsewhere);
    found.map(|(program, command)| {
        let is_open = ['\'', '"']
            .into_iter()
            .any(|quote| command.matches(quote).count() % 2 == 1);
        let closed = if is_open {
            command.trim_end_matches(['\'', '"'])
        } else {
            command
        };
        (program, closed)
    })
}

/// The command that begins a line: after a prompt, `sudo` or settings of the environment.
fn tool_at(line: &str) -> Option<(Program, &str)> {
    let is_prompt =
        |word: &str| word.ends_with(['$', '#', '%', '>']) || word.contains('@') || word.starts_with('[');
    let is_before = |word: &str| matches!(word, "sudo" | "time" | "nice" | "exec") || word.contains('=');
    let mut prompted = false;
    let mut at = 0;
    for _ in 0..8 {
        let rest = line[at..].trim_start();
        let bare = rest.trim_start_matches(['$', '`', '"']);
        prompted |= bare.len() < rest.len();
        let at_word = line.len() - bare.len();
        let end = bare.find(char::is_whitespace).unwrap_or(bare.len());
        let (word, arguments) = bare.split_at(end);
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        let name = name.strip_suffix(".exe").unwrap_or(name);
        if let Some(program) = Program::of(name) {
            let next = arguments.split_whitespace().next().unwrap_or_default();
            let has_arguments = next.starts_with('-') || next.contains('=');
            let is_one = has_arguments || prompted && (program == Program::PgTestFsync || !next.is_empty());
            let command = &line[at_word..];
            return is_one.then(|| (program, command[..end_of(command)].trim_end()));
        }
        let is_more = is_prompt(rest.split_whitespace().next().unwrap_or_default());
        prompted |= is_more;
        if !(is_more || is_before(word)) || arguments.is_empty() {
            return None;
        }
        at = at_word + end;
    }
    None
}

/// The command of fio in a line, from its program to its end: behind a prompt, `sudo`, `do`, or another command.
pub(super) fn find(line: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(at) = line[from..].find("fio").map(|at| at + from) {
        from = at + 3;
        let before = line[..at].chars().next_back();
        let starts = before.is_none_or(|c| c.is_whitespace() || "$#>;&|`'\"/\\".contains(c));
        // An executable may have its version in its name, or the ending of Windows.
        let rest = line[from..].strip_prefix(".exe").unwrap_or(&line[from..]);
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
        let rest = if rest.starts_with([' ', '\t']) {
            rest
        } else {
            &line[from..]
        };
        let next = rest.trim_start();
        let is_job_file = next
            .split_whitespace()
            .next()
            .is_some_and(|word| word.ends_with(".fio") || word.ends_with(".job"));
        if starts && rest.starts_with([' ', '\t']) && (next.starts_with('-') || is_job_file) {
            let command = &line[at..];
            return Some(command[..end_of(command)].trim_end());
        }
    }
    None
}

/// Where a command ends: at a separator of the shell outside quotes.
fn end_of(command: &str) -> usize {
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
            // A comment.
            (None, '#') if command[..at].ends_with(' ') => return at,
            (None, _) => {}
        }
    }
    command.len()
}

/// Splits a command into words as a shell does; an open quote ends with the line.
pub fn words(command: &str) -> Vec<String> {
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
pub(super) fn plan(command: &str) -> Result<RunPlan, Sentence> {
    let mut args: Vec<String> = words(command).into_iter().skip(1).collect();
    // With the job of the command that has it; none: all that have no other.
    let mut engines: Vec<(Option<usize>, String)> = Vec::new();
    loop {
        let mut parsed = parse(&args);
        let mut errors = parsed.diagnostics.iter();
        let wrong = errors.find(|diagnostic| diagnostic.level == Level::Error);
        let Some(wrong) = wrong else {
            if parsed.plan.jobs.is_empty() {
                return Err(Sentence::new(messages::no_job));
            }
            for (at, job) in parsed.plan.jobs.iter_mut().enumerate() {
                let is_own = |(of, _): &&(Option<usize>, String)| *of == Some(at);
                let own = engines.iter().rfind(is_own);
                let has_other = job.given.iter().any(|echo| echo.name == "ioengine");
                let global = || engines.iter().rfind(|(of, _)| of.is_none() && !has_other);
                if let Some((_, engine)) = own.or_else(global) {
                    keep_foreign_engine(job, engine);
                }
            }
            return Ok(parsed.plan);
        };
        let place = wrong.origin.as_ref().map(|origin| origin.line as usize);
        let place = place.and_then(|line| line.checked_sub(1));
        let Some(at) = place.filter(|at| args.get(*at).is_some_and(|word| is_only_of_fio(word))) else {
            return Err(wrong.message.clone());
        };
        let option = args.remove(at);
        if let Some((_, name)) = option.split_once("ioengine=") {
            engines.push((job_at(&args[..at]), name.to_owned()));
        }
    }
}

/// Whether fio has an option and fiord does not, or not with all of its values: the command that it is in ran all the same.
fn is_only_of_fio(word: &str) -> bool {
    let Some((name, _)) = word.trim_start_matches('-').split_once('=') else {
        return false;
    };
    let is_foreign = options::find(name).is_some_and(|spec| matches!(spec.support, Support::Refused(_)));
    let is_refused = |option: &CliOption| option.name == name && option.refusal().is_some();
    name == "ioengine" || is_foreign || CLI_OPTIONS.iter().any(is_refused)
}

/// Leaves an engine that fiord does not have as the text that it is.
fn keep_foreign_engine(job: &mut JobPlan, engine: &str) {
    results::forget_engine(job);
    job.given.push(OptionEcho {
        name: "ioengine".to_owned(),
        value: engine.to_owned(),
    });
}

/// The place of the job that the next option after these arguments is of; none: it is of all jobs.
fn job_at(args: &[String]) -> Option<usize> {
    let names = args.iter().enumerate().filter_map(|(at, word)| {
        let rest = word
            .strip_prefix('-')?
            .trim_start_matches('-')
            .strip_prefix("name")?;
        match rest {
            "" => args.get(at + 1).map(String::as_str),
            _ => rest.strip_prefix('='),
        }
    });
    let names: Vec<&str> = names.collect();
    let is_job = |name: &&&str| **name != "global";
    let jobs = names.iter().filter(is_job).count();
    names.last().filter(is_job)?;
    jobs.checked_sub(1)
}

/// Reads arguments of fio in a world without files.
pub(super) fn parse(args: &[String]) -> Parsed {
    let world = Surroundings {
        file: |_, _| Err(Sentence::new(messages::job_files_not_opened)),
        read: &|_| Err(Sentence::new(messages::files_not_opened)),
        env: &|_| None,
        cpus: 4096,
        machine: Keywords {
            // Of the machine that ran it; no other has more.
            ncpus: 4096,
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
    use fiord_job::plan::PlanPart;

    #[test]
    fn a_prompt_names_its_host_and_an_address_in_a_sentence_none() {
        for (before, name) in [
            ("root@pve1:~# ", Some("pve1")),
            ("[root@node2 ~]$ ", Some("node2")),
            ("$ ssh admin@10.0.0.7 '", Some("10.0.0.7")),
            ("Someone (joe@example.org) ran: ", None),
        ] {
            assert_eq!(host(before), name, "{before}");
        }
    }

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
        let windows = "C:\\fio> C:\\tools\\fio.exe --name=a --rw=read";
        assert_eq!(find(windows), Some(&windows[17..]));
        let versioned = "./fio-3-28-115 --name=a --rw=read";
        assert_eq!(find(versioned), Some(&versioned[2..]));
        for line in ["fio was a program", "fio-3.7", "profio --x", "## fio测试", ""] {
            assert_eq!(find(line), None, "{line}");
        }
    }

    #[test]
    fn commands_of_other_programs_are_found_after_prompts() {
        for (line, program, text) in [
            (
                "$ dd if=/dev/zero of=f bs=1M",
                Program::Dd,
                "dd if=/dev/zero of=f bs=1M",
            ),
            ("$ LANG=de_DE.UTF-8 dd if=a of=b", Program::Dd, "dd if=a of=b"),
            (
                "sudo ./ioping -c 10 -s 1M /",
                Program::Ioping,
                "./ioping -c 10 -s 1M /",
            ),
            ("# hdparm -Tt /dev/sda", Program::Hdparm, "hdparm -Tt /dev/sda"),
            ("simon@pi5:~ $ iozone -a -e", Program::Iozone, "iozone -a -e"),
            (
                "[user@node001 ~]$ elbencho -w f",
                Program::Elbencho,
                "elbencho -w f",
            ),
            ("$ pg_test_fsync", Program::PgTestFsync, "pg_test_fsync"),
            ("dd if=a of=b bs=4k; sync", Program::Dd, "dd if=a of=b bs=4k"),
            (
                "sync; dd if=a of=b bs=4k # twice",
                Program::Dd,
                "dd if=a of=b bs=4k",
            ),
            ("for i in 1 2; do dd if=a of=b; done", Program::Dd, "dd if=a of=b"),
            ("ssh node7 'dd if=a of=b'", Program::Dd, "dd if=a of=b"),
            ("docker exec -it c1 dd if=a of=b", Program::Dd, "dd if=a of=b"),
            ("kubectl exec pod -- dd if=a of=b", Program::Dd, "dd if=a of=b"),
            ("PS C:\\> dd if=a of=b", Program::Dd, "dd if=a of=b"),
        ] {
            assert_eq!(tool(line), Some((program, text)), "{line}");
        }
        for line in [
            "dd is a program",
            "hdparm",
            "the dd if=x",
            "",
            "$",
            "# ## ##",
            "add if=1",
        ] {
            assert_eq!(tool(line), None, "{line}");
        }
    }

    #[test]
    fn a_command_is_a_plan() {
        let plan = plan("fio -ioengine=libaio -direct=1 -buffered=0 -rw=randrw -bs=4k -name=\"EBS 4K\" -iodepth=64 -size=1G").unwrap();
        assert_eq!(plan.jobs[0].name, "EBS 4K");
        assert_eq!(plan.jobs[0].depth.iodepth, 64);
        assert!(plan.jobs[0].durability.direct);
        assert!(super::plan("fio --rw=sideways --name=a").is_err());
        let elsewhere = "fio --client=10.0.0.7 --name=a --ioengine=rbd --pool=p --rbdname=i --cpus_allowed=0-23 --rw=randwrite";
        let job = super::plan(elsewhere).unwrap().jobs.remove(0);
        assert!(job.access.mode.is_random() && !job.tells(PlanPart::Engine));
        assert!(job.given.iter().any(|echo| echo.value == "rbd"));
        assert!(super::plan("fio job.fio").is_err());
        let engines = |command: &str| -> Vec<bool> {
            let jobs = super::plan(command).unwrap().jobs;
            jobs.iter().map(|job| job.tells(PlanPart::Engine)).collect()
        };
        let one = "fio --rw=read --size=1g --name=a --ioengine=rbd --name=b --rw=write --ioengine=libaio";
        assert_eq!(engines(one), [false, true]);
        let all = "fio --ioengine=rbd --size=1g --name=a --name=b --ioengine=psync";
        assert_eq!(engines(all), [false, true]);
    }
}
