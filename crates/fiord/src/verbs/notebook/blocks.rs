//! What a block asks for, as the verbs take it; what a stranger's notebook may not ask for is refused.
//!
//! Every measurement is a study: `run` becomes one of a single cell, or of one cell for each group of jobs. So all are repeated in random
//! order, work on their own files below PATH, and go on after an end of any kind.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail};
use fiord_job::raw::{RawJob, RawOption};
use fiord_messages::{Lang, notebook as messages};
use fiord_notebook::claim::MARGIN;
use fiord_notebook::markdown::{BlockVerb, NotebookBlock};
use fiord_study::check::{Expectation, UserNeed};
use fiord_study::definition::{OptionSetting, Study};
use fiord_study::{budget_time, builtin, language};
use serde_json::Value;

use super::{Opened, no_such_block};
use crate::verbs::study::{Preset, StudySettings};
use crate::verbs::{check, explain};

/// Runs of each cell of a `run` block.
const REPEATS: u32 = 8;
/// Ladders of one block.
const MOST_LADDERS: u64 = 20;
/// Names the stored runs from which a block was drafted.
pub(super) const STORED: &str = "--stored";
/// The options of fio that a notebook may set: what the I/Os are. Files, programs, logs, recordings and limits of others are not among them.
const ALLOWED: [&str; 69] = [
    "allrandrepeat",
    "blockalign",
    "bs",
    "bs_unaligned",
    "bsrange",
    "bssplit",
    "buffer_compress_chunk",
    "buffer_compress_percentage",
    "buffered",
    "dedupe_percentage",
    "direct",
    "disk_util",
    "end_fsync",
    "fdatasync",
    "file_append",
    "fsync",
    "fsync_on_close",
    "group_reporting",
    "hipri",
    "invalidate",
    "io_size",
    "iodepth",
    "iodepth_batch",
    "iodepth_batch_complete_max",
    "iodepth_batch_complete_min",
    "iodepth_low",
    "ioengine",
    "loops",
    "lat_percentiles",
    "name",
    "norandommap",
    "numjobs",
    "offset",
    "offset_increment",
    "percentage_random",
    "percentile_list",
    "number_ios",
    "overwrite",
    "ramp_time",
    "random_distribution",
    "random_generator",
    "randrepeat",
    "rate",
    "rate_iops",
    "rate_process",
    "readwrite",
    "refill_buffers",
    "runtime",
    "rw",
    "rw_sequencer",
    "rwmixread",
    "rwmixwrite",
    "scramble_buffers",
    "serialize_overlap",
    "size",
    "softrandommap",
    "startdelay",
    "stonewall",
    "sync",
    "sync_file_range",
    "thinktime",
    "thinktime_blocks",
    "thinktime_spin",
    "thread",
    "time_based",
    "unified_rw_reporting",
    "wait_for_previous",
    "write_hint",
    "zero_buffers",
];
/// The engines that do nothing but I/O on the file that they are given.
const ENGINES: [&str; 11] = [
    "sync", "psync", "vsync", "pvsync", "pvsync2", "libaio", "io_uring", "posixaio", "mmap", "null", "sim",
];

/// What a block asks for.
pub(super) enum AskedBlock {
    Doctor,
    /// A study, and whether it writes.
    Study {
        settings: Box<StudySettings>,
        writes: bool,
    },
    Survey(Duration),
    /// So many ladders of latencies.
    Ladder(u64),
    /// Lines of the block itself, or a file.
    Import(Option<PathBuf>),
    /// Nothing: two other blocks are compared.
    Compare,
}

/// The arguments of a `check` block: a recipe that comes with fiord, and what it is held against.
#[derive(Debug, PartialEq)]
pub(super) struct CheckBlock {
    pub(super) recipe: String,
    pub(super) expectations: Vec<Expectation>,
    pub(super) needs: Vec<UserNeed>,
    preset: Preset,
}

/// Blocks and margin of a `compare` block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CompareBlock<'b> {
    pub(super) base: &'b str,
    pub(super) other: &'b str,
    pub(super) margin: f64,
}

/// What all blocks ask for, in the order of the notebook.
///
/// # Errors
/// What is not allowed in a notebook, or not understood.
pub(super) fn asked<'n>(
    opened: &'n Opened,
    path: &Path,
    is_quick: bool,
) -> Result<Vec<(&'n NotebookBlock, AskedBlock)>> {
    let of = |block: &'n NotebookBlock| {
        let asked = of_block(block, opened, path, is_quick);
        let asked = asked.with_context(|| messages::InBlock { block: &block.name }.text(Lang::current()))?;
        Ok((block, asked))
    };
    opened.notebook.blocks.iter().map(of).collect()
}

fn of_block(block: &NotebookBlock, opened: &Opened, path: &Path, is_quick: bool) -> Result<AskedBlock> {
    let words: Vec<&str> = block.arguments.iter().map(String::as_str).collect();
    let lang = Lang::current();
    let no_words = || {
        anyhow!(
            messages::BlockArguments {
                words: &words.join(" ")
            }
            .text(lang)
        )
    };
    match block.verb {
        BlockVerb::Doctor if words.is_empty() => Ok(AskedBlock::Doctor),
        BlockVerb::Survey => match words[..] {
            [] => Ok(AskedBlock::Survey(Duration::from_secs(60))),
            ["--time", time] => Ok(AskedBlock::Survey(
                budget_time::duration(time).map_err(anyhow::Error::msg)?,
            )),
            _ => Err(no_words()),
        },
        BlockVerb::Import => match words[..] {
            [] => Ok(AskedBlock::Import(None)),
            [file] if !file.starts_with('-') => Ok(AskedBlock::Import(Some(opened.directory().join(file)))),
            _ => Err(no_words()),
        },
        BlockVerb::Ladder => match words[..] {
            [] => Ok(AskedBlock::Ladder(1)),
            // A ladder is a minute: a budget leaves time for one.
            ["--repeat", count] => match count.parse() {
                Ok(count @ 1..=MOST_LADDERS) => Ok(AskedBlock::Ladder(if is_quick { 1 } else { count })),
                _ => Err(no_words()),
            },
            _ => Err(no_words()),
        },
        BlockVerb::Compare => {
            let compared = compared(block).ok_or_else(no_words)?;
            for name in [compared.base, compared.other] {
                if !opened.notebook.blocks.iter().any(|block| block.name == name) {
                    bail!(no_such_block(name, &opened.notebook));
                }
            }
            Ok(AskedBlock::Compare)
        }
        BlockVerb::Study | BlockVerb::Run => study(block, path, is_quick),
        BlockVerb::Check => check(block, path, is_quick),
        BlockVerb::Doctor => Err(no_words()),
    }
}

/// What a `compare` block names; none: something else.
pub(super) fn compared(block: &NotebookBlock) -> Option<CompareBlock<'_>> {
    let words: Vec<&str> = block.arguments.iter().map(String::as_str).collect();
    let (base, other, margin) = match words[..] {
        [base, other] => (base, other, MARGIN),
        [base, other, "--margin", percent] => {
            let percent: f64 = percent.strip_suffix('%')?.parse().ok()?;
            (base, other, percent / 100.0)
        }
        _ => return None,
    };
    (margin > 0.0 && margin <= 1.0).then_some(CompareBlock { base, other, margin })
}

/// Reads the arguments of a `check` block.
///
/// # Errors
/// A word that is not allowed there.
pub(super) fn checked(block: &NotebookBlock) -> Result<CheckBlock> {
    let lang = Lang::current();
    let wrong = |words: &str| anyhow!(messages::BlockArguments { words: &words }.text(lang));
    let mut words = block.arguments.iter();
    let recipe = words
        .next()
        .filter(|word| !word.starts_with('-'))
        .ok_or_else(|| wrong(""))?;
    let mut checked = CheckBlock {
        recipe: recipe.clone(),
        expectations: Vec::new(),
        needs: Vec::new(),
        preset: Preset::Standard,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| wrong(word));
        match word.as_str() {
            "--quick" => checked.preset = Preset::Quick,
            "--thorough" => checked.preset = Preset::Thorough,
            "--expect" => checked
                .expectations
                .push(Expectation::parse(value()?).map_err(Error::msg)?),
            "--need" => checked.needs.push(UserNeed::parse(value()?).map_err(Error::msg)?),
            other => return Err(wrong(other)),
        }
    }
    Ok(checked)
}

/// The load of a recipe as a study. What it is held against is decided from the store.
fn check(block: &NotebookBlock, path: &Path, is_quick: bool) -> Result<AskedBlock> {
    let asked = checked(block)?;
    if !block.body.trim().is_empty() {
        bail!(messages::recipe_in_block(Lang::current()));
    }
    let source = check::study_of(&asked.recipe)?;
    let preset = if is_quick { Preset::Quick } else { asked.preset };
    study_of_text(block, source, preset, path)
}

fn study(block: &NotebookBlock, path: &Path, is_quick: bool) -> Result<AskedBlock> {
    let (mut preset, mut named) = (Preset::Standard, None);
    let mut words = block.arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            // What was measured before says nothing about what is to be measured.
            STORED if words.next().is_some() => {}
            "--quick" => preset = Preset::Quick,
            "--thorough" => preset = Preset::Thorough,
            name if named.is_none() && block.verb == BlockVerb::Study && !name.starts_with('-') => {
                named = Some(name)
            }
            other => bail!(messages::BlockArguments { words: &other }.text(Lang::current())),
        }
    }
    let is_of_fiord = named.and_then(builtin::find);
    let source = match (block.verb, is_of_fiord, named) {
        (BlockVerb::Run, ..) => study_of_jobs(block)?,
        (_, Some(known), _) if block.body.trim().is_empty() => known.text.to_owned(),
        (_, None, None) => block.body.clone(),
        (.., named) => bail!(
            messages::NotAStudy {
                name: &named.unwrap_or_default()
            }
            .text(Lang::current())
        ),
    };
    let source_name = format!("{}.toml", block.name);
    let read = language::read(&source_name, &source);
    if let Some(first) = read.diagnostics.first() {
        bail!(first.render(&read.sources, "fiord", Lang::current()));
    }
    if is_of_fiord.is_none() {
        allow(&read.study)?;
    }
    study_of_text(block, source, if is_quick { Preset::Quick } else { preset }, path)
}

fn study_of_text(block: &NotebookBlock, source: String, preset: Preset, path: &Path) -> Result<AskedBlock> {
    let source_name = format!("{}.toml", block.name);
    let study = language::read(&source_name, &source).study;
    let settings = StudySettings {
        source_name,
        source,
        preset,
        target: Some(path.to_owned()),
        ..StudySettings::of_verb("study")
    };
    let writes = options(&study).any(|one| is_direction(&one.option) && one.value.contains(['w', 't']));
    Ok(AskedBlock::Study {
        settings: Box::new(settings),
        writes,
    })
}

fn is_direction(option: &str) -> bool {
    matches!(option, "rw" | "readwrite")
}

/// All options that a study sets.
fn options(study: &Study) -> impl Iterator<Item = &OptionSetting> {
    let jobs = study.jobs.iter().flat_map(|job| &job.settings);
    let levels = study
        .factors
        .iter()
        .flat_map(|factor| &factor.levels)
        .flat_map(|level| &level.settings);
    study.common.iter().chain(jobs).chain(levels)
}

/// Refuses a block that asks for more than I/O on its own files.
fn allow(study: &Study) -> Result<()> {
    if study.changes_settings() {
        bail!(messages::kernel_settings_in_notebook(Lang::current()));
    }
    for setting in options(study) {
        allow_option(&setting.option, &setting.value)?;
    }
    Ok(())
}

/// Whether a notebook may set an option to a value.
pub(super) fn is_allowed(option: &str, value: &str) -> bool {
    allow_option(option, value).is_ok()
}

fn allow_option(option: &str, value: &str) -> Result<()> {
    let name = fiord_job::options::find(option).map_or(option, |spec| spec.name);
    let is_allowed = ALLOWED.contains(&option) || ALLOWED.contains(&name) || name.starts_with("sim_");
    if !is_allowed {
        bail!(messages::OptionInNotebook { option: &option }.text(Lang::current()));
    }
    if name == "ioengine" && !ENGINES.contains(&value) {
        bail!(messages::EngineInNotebook { engine: &value }.text(Lang::current()));
    }
    Ok(())
}

/// The jobs of a `run` block as a study: jobs that start together are one cell, and a stonewall begins the next one.
fn study_of_jobs(block: &NotebookBlock) -> Result<String> {
    let jobs = jobs(&block.body)?;
    let own = |job: &RawJob| -> Vec<(String, String)> {
        let of = |one: &RawOption| {
            (
                one.spec.name.to_owned(),
                one.value.clone().unwrap_or_else(|| "1".to_owned()),
            )
        };
        job.globals.iter().chain(&job.own).map(of).collect()
    };
    let mut groups: Vec<Vec<&RawJob>> = Vec::new();
    for job in &jobs {
        let begins = own(job)
            .iter()
            .any(|(name, value)| is_stonewall(name) && value != "0");
        match groups.last_mut().filter(|_| !begins) {
            Some(group) => group.push(job),
            None => groups.push(vec![job]),
        }
    }
    // A string of JSON is one of TOML.
    let text = |text: &str| Value::from(text).to_string();
    let mut toml = format!("name = {}\n\n[stop]\nrepeats = {REPEATS}\n", text(&block.name));
    for job in &jobs {
        let _ = write!(toml, "\n[jobs.{}]\n", text(&job.name));
        let mut set: Vec<(String, String)> = Vec::new();
        for (name, value) in own(job) {
            allow_option(&name, &value)?;
            if is_stonewall(&name) || name == "group_reporting" || name == "name" {
                continue;
            }
            // The last one counts, as in fio.
            set.retain(|(known, _)| *known != name);
            set.push((name, value));
        }
        for (name, value) in set {
            let _ = writeln!(toml, "{name} = {}", text(&value));
        }
    }
    if groups.len() > 1 {
        let names = |group: &[&RawJob]| {
            group
                .iter()
                .map(|job| text(&job.name))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let label = |group: &[&RawJob]| {
            let names: Vec<&str> = group.iter().map(|job| job.name.as_str()).collect();
            text(&names.join("+"))
        };
        let _ = write!(toml, "\n[factors]\njob = [\n");
        for group in &groups {
            let _ = writeln!(
                toml,
                "    {{ label = {}, jobs = [{}] }},",
                label(group),
                names(group)
            );
        }
        let _ = writeln!(toml, "]");
    }
    Ok(toml)
}

fn is_stonewall(name: &str) -> bool {
    matches!(name, "stonewall" | "wait_for_previous")
}

/// The jobs of a command line or of a job file.
fn jobs(body: &str) -> Result<Vec<RawJob>> {
    let is_file = body.trim_start().starts_with(['[', '#', ';']);
    let mut words = if is_file {
        Vec::new()
    } else {
        explain::split(&body.replace("\\\n", " "))?
    };
    fiord_fio_cli::copied::drop_program(&mut words);
    let mut file = tempfile::Builder::new().suffix(".fio").tempfile()?;
    if is_file {
        // Another file would be read by it.
        if body
            .lines()
            .any(|line| line.trim_start().to_lowercase().starts_with("include"))
        {
            bail!(messages::OptionInNotebook { option: &"include" }.text(Lang::current()));
        }
        file.write_all(body.as_bytes())?;
        words = vec![file.path().to_str().unwrap_or_default().to_owned()];
    } else if let Some(word) = words.iter().find(|word| !word.starts_with("--")) {
        bail!(messages::OptionInNotebook { option: word }.text(Lang::current()));
    }
    let parsed = fiord_fio_cli::parse(&words);
    let option = |one: &&(&'static str, String)| one.0 != "name";
    if let Some((option, _)) = parsed.cli_given.iter().find(option) {
        bail!(messages::OptionInNotebook { option }.text(Lang::current()));
    }
    if let Some(first) = parsed.diagnostics.iter().find(|_| parsed.failed()) {
        bail!(first.render(&parsed.sources, "fiord", Lang::current()));
    }
    if parsed.jobs.is_empty() {
        bail!(messages::no_jobs(Lang::current()));
    }
    Ok(parsed.jobs)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_job::plan::EngineKind;
    use fiord_notebook::markdown;

    use super::*;

    #[test]
    fn allowed_options_and_engines_are_those_of_fio() {
        for option in ALLOWED {
            assert!(fiord_job::options::find(option).is_some(), "{option}");
        }
        for engine in ENGINES {
            assert!(
                EngineKind::ALL.iter().any(|kind| kind.name() == engine),
                "{engine}"
            );
        }
    }

    fn refused(text: &str) -> String {
        let notebook = markdown::read(text);
        let block = notebook.blocks.first().unwrap();
        match study(block, Path::new("/tmp"), false) {
            Ok(_) => panic!("{text}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_more_than_io_on_its_own_files_is_refused() {
        for line in [
            "--name=a --rw=read --exec_prerun=/bin/true",
            "--name=a --rw=read --filename=/etc/passwd",
            "--name=a --rw=read --write_bw_log=/tmp/x",
            "--name=a --rw=read --read_iolog=/etc/passwd",
            "--name=a --rw=read --ioengine=exec --program=/bin/true",
            "--name=a --rw=read --output=/tmp/x",
            "/etc/fio.job",
            "[a]\ninclude /etc/passwd",
            "[a]\nexec_postrun=reboot",
        ] {
            refused(&format!("```fiord run\n{line}\n```\n"));
        }
        for toml in [
            "name = \"x\"\n[job]\nrw = \"read\"\nexec_prerun = \"reboot\"",
            "name = \"x\"\n[job]\nrw = \"read\"\nioengine = \"net\"",
            "name = \"x\"\n[job]\nrw = \"read\"\nfilename = \"/dev/sda\"",
        ] {
            refused(&format!("```fiord study --as x\n{toml}\n```\n"));
        }
        refused("```fiord study /etc/passwd --as x\n```\n");
    }

    #[test]
    fn jobs_become_a_study_with_one_cell_for_each_group() {
        let text = "```fiord run\n[global]\nbs=4k\nioengine=sim\n[a]\nrw=read\n[b]\nstonewall\nrw=randwrite\nbs=8k\n```\n";
        let notebook = markdown::read(text);
        let AskedBlock::Study { settings, writes } =
            study(&notebook.blocks[0], Path::new("/tmp"), false).unwrap()
        else {
            panic!()
        };
        assert!(writes);
        let study = language::read("x", &settings.source).study;
        assert_eq!(
            (study.jobs.len(), study.factors.len()),
            (2, 1),
            "{}",
            settings.source
        );
        assert_eq!(study.factors[0].levels[1].label, "b");
        assert!(
            settings.source.contains("[jobs.\"b\"]\nbs = \"8k\"") || settings.source.contains("bs = \"8k\"")
        );
    }
}
