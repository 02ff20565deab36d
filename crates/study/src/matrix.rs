//! The cells: every combination of levels that is not left out, and the command line of each.

use crate::definition::{Condition, Job, KernelValue, OptionSetting, Study};

/// One combination of levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyCell {
    /// From 0, in the order of writing.
    pub number: u32,
    /// The level of each factor, by index.
    pub levels: Vec<usize>,
}

/// One word of a command line, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandWord {
    pub text: String,
    /// In the study's text, in bytes; none: made by us.
    pub at: Option<std::ops::Range<usize>>,
}

/// All cells, the first factor changing slowest. A study without factors has one.
pub fn cells(study: &Study) -> Vec<StudyCell> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for factor in &study.factors {
        all = all
            .into_iter()
            .flat_map(|levels| {
                (0..factor.levels.len()).map(move |level| {
                    let mut levels = levels.clone();
                    levels.push(level);
                    levels
                })
            })
            .collect();
    }
    all.retain(|levels| !study.excluded.iter().any(|out| matches(out, levels)));
    (0..)
        .zip(all)
        .map(|(number, levels)| StudyCell { number, levels })
        .collect()
}

fn matches(conditions: &[Condition], levels: &[usize]) -> bool {
    conditions.iter().all(|condition| {
        levels
            .get(condition.factor)
            .is_some_and(|level| condition.levels.contains(level))
    })
}

/// A level in a sentence: a bare number or share says nothing without its factor.
pub fn spoken(factor: &str, label: &str) -> String {
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    if is_number(label.strip_suffix('%').unwrap_or(label)) {
        format!("{factor} {label}")
    } else {
        label.to_owned()
    }
}

impl StudyCell {
    /// What the cell is called: the labels of its levels.
    pub fn label(&self, study: &Study) -> String {
        let labels = self.spoken(study);
        if labels.is_empty() {
            study.name.clone()
        } else {
            labels.join(", ")
        }
    }

    /// The labels as a sentence needs them.
    pub fn spoken(&self, study: &Study) -> Vec<String> {
        let labels = study.factors.iter().zip(self.labels(study));
        labels
            .map(|(factor, label)| spoken(&factor.name, &label))
            .collect()
    }

    pub fn labels(&self, study: &Study) -> Vec<String> {
        let levels = study.factors.iter().zip(&self.levels);
        levels
            .filter_map(|(factor, level)| Some(factor.levels.get(*level)?.label.clone()))
            .collect()
    }

    /// The jobs that run in it.
    pub fn jobs<'s>(&self, study: &'s Study) -> Vec<&'s Job> {
        let allows = |job: &Job| {
            study.factors.iter().zip(&self.levels).all(|(factor, level)| {
                let jobs = factor.levels.get(*level).and_then(|level| level.jobs.as_ref());
                jobs.is_none_or(|jobs| jobs.contains(&job.name))
            })
        };
        study.jobs.iter().filter(|job| allows(job)).collect()
    }

    /// Whether each worker of a job has a file of its own: the last level that says so decides over the job.
    pub fn own_files(&self, study: &Study, job: &Job) -> bool {
        let levels = study.factors.iter().zip(&self.levels);
        let mut said = levels.filter_map(|(factor, level)| factor.levels.get(*level)?.own_files);
        said.next_back().unwrap_or(job.own_files)
    }

    /// The kernel settings that its runs need.
    pub fn kernel<'s>(&self, study: &'s Study) -> Vec<&'s KernelValue> {
        let levels = study.factors.iter().zip(&self.levels);
        levels
            .filter_map(|(factor, level)| factor.levels.get(*level)?.kernel.as_ref())
            .collect()
    }

    /// The command line in fio's language. `file` gives the path of a job's file; none: the engine needs none. Levels decide over the
    /// options of a job, unless it is constant, and those over the common ones.
    pub fn words(&self, study: &Study, file: &dyn Fn(&Job) -> Option<String>) -> Vec<CommandWord> {
        let made = |text: String| CommandWord { text, at: None };
        let word = |setting: &OptionSetting| CommandWord {
            text: format!("--{}={}", setting.option, setting.value),
            at: Some(setting.at.clone()),
        };
        let mut words = Vec::new();
        for job in self.jobs(study) {
            words.push(made(format!("--name={}", job.name)));
            if let Some(path) = file(job) {
                let path = path.replace(':', "\\:");
                match path.rsplit_once('/') {
                    Some((folder, name)) if self.own_files(study, job) => {
                        words.push(made(format!("--directory={folder}")));
                        words.push(made(format!("--filename_format={name}.$jobnum")));
                    }
                    _ => words.push(made(format!("--filename={path}"))),
                }
            }
            words.extend(study.common.iter().map(word));
            words.extend(job.settings.iter().map(word));
            let varied = study
                .factors
                .iter()
                .zip(&self.levels)
                .filter(|_| !job.is_constant);
            for (factor, level) in varied {
                words.extend(
                    factor
                        .levels
                        .get(*level)
                        .into_iter()
                        .flat_map(|level| level.settings.iter().map(word)),
                );
            }
        }
        words
    }
}
