//! `fiord explain`: what jobs will do, what in them misleads on this machine, and what to type instead.
//!
//! Nothing of the job is done: nothing is made, written or brought into memory. Of what a job would read at most 64 blocks are looked
//! at, without a trace (`session::peek`).

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use clap::Args as ClapArgs;
use fiord_host::root::Root;
use fiord_record::truth::plan::describe::{Description, describe};
use fiord_record::truth::plan::fix::{self, Fixed};
use fiord_record::truth::verdict::said_once;
use fiord_record::truth::{self, Before, Evidence, Finding, Severity};
use fiord_spec::diagnostic::Level;
use fiord_spec::invocation::Parsed;
use fiord_spec::lower::Context;
use fiord_spec::raw::RawJob;
use fiord_spec::showcmd;
use serde_json::{Value, json};

use crate::fio;
use crate::session::before;

/// Version of the `--json` document.
const SCHEMA: u32 = 1;

/// What a job will do, what in it misleads, and the corrected command; of what it would read a few blocks are looked at.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// A document for programs instead of sentences.
    #[arg(long)]
    json: bool,
    /// Print the corrected job and nothing else: a job file, or a command line if that is what was given.
    #[arg(long, conflicts_with = "json")]
    fix: bool,
    /// Job files, fio options, or whole commands in quotes. Own flags stand first.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "JOB"
    )]
    jobs: Vec<String>,
}

/// Runs the verb; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let mut documents = Vec::new();
    let mut failed = false;
    let mut machine = Vec::new();
    let mut any = false;
    for words in invocations(&args.jobs)? {
        let parsed = fio::parse(&words);
        for diagnostic in parsed
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.level >= Level::Warning)
        {
            eprint!("{}", diagnostic.render(&parsed.sources, "fiord"));
        }
        if parsed.failed() {
            failed = true;
            continue;
        }
        if parsed.plan.jobs.is_empty() {
            bail!("there is no job in it");
        }
        let explained = Explained::of(&parsed);
        match (args.json, args.fix) {
            (true, _) => documents.push(explained.json()),
            (_, true) => print!("{}", explained.corrected(&parsed)?),
            _ => {
                print!("{}{}", if any { "\n" } else { "" }, explained.text());
                add_machine(&mut machine, explained.findings);
                any = true;
            }
        }
    }
    if args.json {
        println!(
            "{}",
            serde_json::to_string_pretty(&json!({ "version": SCHEMA, "explained": documents }))?
        );
    }
    if !machine.is_empty() {
        let text: String = machine.iter().map(|finding| finding_text(finding, &[])).collect();
        print!("\nmachine\n{text}");
    }
    Ok(if failed { 2 } else { 0 })
}

/// The invocations that the words make: each quoted command is one of its own, everything else is one together.
fn invocations(words: &[String]) -> Result<Vec<Vec<String>>> {
    let mut rest: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for word in words {
        let is_command = word.contains(char::is_whitespace)
            && (is_program(word.split_whitespace().next().unwrap_or_default())
                || word.trim_start().starts_with('-') && word.contains(" -"));
        let names_file = std::path::Path::new(word).exists();
        if is_command && !names_file && !word.trim_start().starts_with("--name=") || whole_command(word) {
            let mut words = split(word).with_context(|| format!("{word:?}"))?;
            if words.first().is_some_and(|first| is_program(first)) {
                words.remove(0);
            }
            all.push(words);
        } else {
            rest.push(word.clone());
        }
    }
    if rest
        .first()
        .is_some_and(|first| is_program(first) && !std::path::Path::new(first).is_file())
    {
        rest.remove(0);
    }
    if !rest.is_empty() {
        all.insert(0, rest);
    }
    Ok(all)
}

/// `--name=r --rw=read` in one word, as against `--name=EBS randwrite test`, which is one option.
fn whole_command(word: &str) -> bool {
    word.trim_start().starts_with("--name=")
        && word.split_whitespace().skip(1).any(|part| part.starts_with('-'))
}

fn is_program(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    name == "fio" || name == "fiord"
}

/// Splits a command as a shell does, quotes and backslashes only: nothing is expanded.
fn split(line: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (q, Some(open)) if q == open => quote = None,
            ('\\', None | Some('"')) => {
                if let Some(next) = chars.next().filter(|next| *next != '\n') {
                    word.get_or_insert_default().push(next);
                }
            }
            (q @ ('\'' | '"'), None) => {
                quote = Some(q);
                word.get_or_insert_default();
            }
            (blank, None) if blank.is_whitespace() => words.extend(word.take()),
            (';' | '|' | '&' | '<' | '>', None) => bail!("only one plain command, without `{c}`"),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        bail!("a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

/// One invocation with all there is to say about it.
struct Explained {
    descriptions: Vec<Description>,
    findings: Vec<Finding>,
    fixed: Fixed,
    from_file: bool,
}

impl Explained {
    fn of(parsed: &Parsed) -> Self {
        let facts: Before = before::gather(&Root::system(), &parsed.plan);
        let evidence = Evidence {
            plan: Some(&parsed.plan),
            before: Some(&facts),
            after: None,
        };
        let descriptions = (0..parsed.plan.jobs.len())
            .filter_map(|index| describe(&evidence, index))
            .collect();
        let context = Context {
            ncpus: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
            page_size: rustix::param::page_size() as u64,
        };
        Self {
            descriptions,
            findings: said_once(truth::judge_all(&evidence), &parsed.plan),
            fixed: fix::fixed(&parsed.jobs, &context, Some(&facts)),
            from_file: !parsed.files.is_empty(),
        }
    }

    fn of_job(&self, index: usize) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(move |finding| finding.jobs().any(|job| job == index))
    }

    fn is_changed(&self, index: usize) -> bool {
        self.fixed
            .changes
            .get(index)
            .is_some_and(|changes| !changes.is_empty())
    }

    /// One job corrected, as a command that runs.
    fn command(&self, index: usize) -> String {
        let mut job: Vec<RawJob> = self.fixed.jobs.get(index).cloned().into_iter().collect();
        // Alone, it has nobody to wait for.
        job.iter_mut().for_each(|job| {
            job.own
                .retain(|option| !matches!(option.spec.name, "wait_for" | "stonewall"))
        });
        fix::command_line("fiord", &job)
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for (index, description) in self.descriptions.iter().enumerate() {
            let _ = writeln!(out, "{}{}", if index > 0 { "\n" } else { "" }, description.name);
            for sentence in &description.sentences {
                let _ = writeln!(out, "  {sentence}");
            }
            for (option, because) in &description.without_effect {
                let _ = writeln!(out, "  Without effect: {option} ({because}).");
            }
            out.push_str(&self.findings_of(index));
            if self.is_changed(index) {
                let _ = writeln!(out, "  corrected\n    {}", self.command(index));
                let _ = writeln!(out, "    ({})", self.fixed.changes[index].join("; "));
            }
        }
        out
    }

    /// What was found of one job; what was said of an earlier one already is only named.
    fn findings_of(&self, index: usize) -> String {
        let name = |job: usize| self.descriptions.get(job).map_or("", |one| one.name.as_str());
        let mut out = String::new();
        for finding in self.of_job(index).filter(|finding| finding.job == Some(index)) {
            let also: Vec<&str> = finding.also.iter().map(|job| name(*job)).collect();
            out.push_str(&finding_text(finding, &also));
        }
        let said = self.of_job(index).filter(|finding| finding.job != Some(index));
        let mut earlier: Vec<(usize, Vec<&str>)> = Vec::new();
        for (first, rule) in said.filter_map(|finding| Some((finding.job?, finding.rule))) {
            match earlier.iter_mut().find(|(job, _)| *job == first) {
                Some((_, rules)) if !rules.contains(&rule) => rules.push(rule),
                Some(_) => {}
                None => earlier.push((first, vec![rule])),
            }
        }
        for (first, rules) in earlier {
            let _ = writeln!(out, "  as {}: {}", name(first), rules.join(", "));
        }
        out
    }

    /// The corrected jobs alone: as a job file when a job file was given.
    fn corrected(&self, parsed: &Parsed) -> Result<String> {
        let parsed_any = !parsed.jobs.is_empty();
        if self.from_file && parsed_any {
            return Ok(showcmd::to_job_file(&self.fixed.jobs)?);
        }
        Ok(fix::command_line("fiord", &self.fixed.jobs) + "\n")
    }

    fn json(&self) -> Value {
        let jobs: Vec<Value> = self
            .descriptions
            .iter()
            .enumerate()
            .map(|(index, description)| self.job_json(index, description))
            .collect();
        let machine: Vec<Value> = self
            .findings
            .iter()
            .filter(|finding| finding.job.is_none())
            .map(finding_json)
            .collect();
        json!({ "jobs": jobs, "machine": machine })
    }

    fn job_json(&self, index: usize, description: &Description) -> Value {
        let planned = &description.planned;
        let idle: Vec<Value> = description
            .without_effect
            .iter()
            .map(|(option, because)| json!({ "option": option, "because": because }))
            .collect();
        json!({
            "name": description.name,
            "sentences": description.sentences,
            "without_effect": idle,
            "planned": {
                "region_bytes": planned.region_bytes,
                "footprint_bytes": planned.footprint_bytes,
                "total_bytes": planned.total_bytes,
                "ios": planned.ios,
                "depth": planned.depth,
                "passes": planned.passes,
                "fast_s": planned.seconds.map(|(fast, _)| fast),
                "slow_s": planned.seconds.map(|(_, slow)| slow),
                "time_is_certain": planned.time_is_certain,
            },
            "findings": self.of_job(index).map(finding_json).collect::<Vec<_>>(),
            "corrected": self.is_changed(index).then(|| json!({ "command": self.command(index), "changes": self.fixed.changes[index] })),
        })
    }
}

/// Adds what the machine shows, whatever the job. It is looked at for every invocation, and what changes from moment to moment is
/// told as it was seen first.
fn add_machine(machine: &mut Vec<Finding>, findings: Vec<Finding>) {
    for finding in findings.into_iter().filter(|finding| finding.job.is_none()) {
        let is_known = |other: &Finding| {
            let is_as_bad = other.severity == finding.severity && other.attempt == finding.attempt;
            other.rule == finding.rule && is_as_bad && subject(other) == subject(&finding)
        };
        if !machine.iter().any(is_known) {
            machine.push(finding);
        }
    }
}

/// The device that a finding of the machine is about, where it names one.
fn subject(finding: &Finding) -> Option<&str> {
    finding.saw.split_once(": ").map(|(subject, _)| subject)
}

/// A finding in lines; `also` names further jobs that it is about.
fn finding_text(finding: &Finding, also: &[&str]) -> String {
    let also = if also.is_empty() {
        String::new()
    } else {
        format!(" [also {}]", also.join(", "))
    };
    let mut out = format!(
        "  {:5} {}{also}: {}\n",
        finding.severity.name(),
        finding.rule,
        finding.saw
    );
    if finding.severity > Severity::Note {
        let _ = writeln!(out, "        {}", finding.why);
        let _ = writeln!(out, "        try: {}", finding.attempt);
    }
    out
}

fn finding_json(finding: &Finding) -> Value {
    let values: serde_json::Map<String, Value> = finding
        .values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    json!({
        "rule": finding.rule,
        "when": finding.when.name(),
        "severity": finding.severity.name(),
        "saw": finding.saw,
        "why": finding.why,
        "try": finding.attempt,
        "values": values,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn words(line: &str) -> Vec<String> {
        split(line).unwrap()
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        assert_eq!(
            words(r#"fio -name="EBS 4K" --x='a "b"' c\ d"#),
            ["fio", "-name=EBS 4K", "--x=a \"b\"", "c d"]
        );
        assert_eq!(words("a \"\" b"), ["a", "", "b"]);
        assert!(split("fio 'open").is_err());
        assert!(split("fio --name=a; rm -rf x").is_err());
    }

    #[test]
    fn words_make_invocations() {
        let of = |words: &[&str]| {
            invocations(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(of(&["fio", "--name=a", "--rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["fio --name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["--name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["--name=a b", "--rw=read"]), [["--name=a b", "--rw=read"]]);
        assert_eq!(
            of(&["fio --name=a", "fio --name=b"]),
            [["--name=a"], ["--name=b"]]
        );
        assert_eq!(
            of(&["--description=two words", "--name=a"]),
            [["--description=two words", "--name=a"]]
        );
    }
}
