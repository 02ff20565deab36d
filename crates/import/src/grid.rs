//! Summarises the runs of one text: devices against settings as they were typed.

use fiord_job::plan::{Ddir, JobPlan, OptionEcho};
use fiord_record::imported::FigureOf;

use super::command;
use super::relate::meaning;
use super::runs::ImportedRun;

/// Devices against settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub columns: Vec<GridColumn>,
    /// The device, and for each column the runs there.
    pub rows: Vec<(String, Vec<Vec<GridCell>>)>,
}

/// A setting as it was typed.
#[derive(Debug, Clone, PartialEq)]
pub struct GridColumn {
    pub typed: String,
    /// The first column that means the same.
    pub same_as: Option<usize>,
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    /// Its first line.
    pub line: u64,
    /// Of reads and writes; None: there were none.
    pub iops: [Option<f64>; 2],
}

/// Options that say where and how much, not how.
const ELSEWHERE: [&str; 8] = [
    "name",
    "filename",
    "directory",
    "size",
    "io_size",
    "runtime",
    "description",
    "rw",
];

/// The grid of the runs whose commands are known; none where there are less than two settings.
pub fn grid(runs: &[ImportedRun]) -> Option<Grid> {
    let of: Vec<(&ImportedRun, &JobPlan, String)> = runs
        .iter()
        .filter_map(|run| {
            let import = run.record.context.import.as_ref()?;
            import.command.as_ref()?;
            let [job] = run.record.plan.jobs.as_slice() else {
                return None;
            };
            let disk = run.record.disks.first()?;
            Some((run, job, disk.name.clone()))
        })
        .collect();
    let mut varying = varying(&of);
    // They set one thing.
    for (one, other) in [("direct", "buffered"), ("buffered", "direct")] {
        let has = |name: &str| varying.iter().any(|known| known == name);
        if has(one) && !has(other) {
            varying.push(other.to_owned());
        }
    }
    let mut grid = Grid {
        columns: Vec::new(),
        rows: Vec::new(),
    };
    let mut meanings: Vec<String> = Vec::new();
    for (run, job, device) in of {
        let typed: Vec<&OptionEcho> = job
            .given
            .iter()
            .filter(|echo| varying.contains(&echo.name))
            .collect();
        let words: Vec<String> = typed
            .iter()
            .map(|echo| format!("--{}={}", echo.name, echo.value))
            .collect();
        let label = if words.is_empty() {
            "-".to_owned()
        } else {
            words.join(" ")
        };
        let column = grid.column(label, means(&words), &mut meanings);
        grid.put(device, column, cell(run));
    }
    for (_, cells) in &mut grid.rows {
        cells.resize(grid.columns.len(), Vec::new());
    }
    (grid.columns.len() > 1).then_some(grid)
}

impl Grid {
    /// The column of a setting; `meanings` are those of the columns so far.
    fn column(&mut self, typed: String, means: String, meanings: &mut Vec<String>) -> usize {
        let known = self.columns.iter().position(|column| column.typed == typed);
        known.unwrap_or_else(|| {
            let same_as = meanings.iter().position(|other| *other == means);
            meanings.push(means);
            self.columns.push(GridColumn { typed, same_as });
            self.columns.len() - 1
        })
    }

    fn put(&mut self, device: String, column: usize, cell: GridCell) {
        let known = self.rows.iter().position(|(name, _)| *name == device);
        let row = known.unwrap_or_else(|| {
            self.rows.push((device, Vec::new()));
            self.rows.len() - 1
        });
        let cells = &mut self.rows[row].1;
        cells.resize(cells.len().max(column + 1), Vec::new());
        cells[column].push(cell);
    }
}

/// Names of the options that differ among the runs on one device.
fn varying(of: &[(&ImportedRun, &JobPlan, String)]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let value = |job: &JobPlan, name: &str| {
        job.given
            .iter()
            .rev()
            .find(|echo| echo.name == name)
            .map(|echo| echo.value.clone())
    };
    for (at, (_, job, device)) in of.iter().enumerate() {
        for (_, other, _) in of.iter().take(at).filter(|(_, _, other)| other == device) {
            for echo in job.given.iter().chain(&other.given) {
                let is_new = !names.contains(&echo.name) && !ELSEWHERE.contains(&echo.name.as_str());
                if is_new && value(job, &echo.name) != value(other, &echo.name) {
                    names.push(echo.name.clone());
                }
            }
        }
    }
    names
}

/// What a setting means: the job that these options alone make.
fn means(words: &[String]) -> String {
    let mut args = vec!["--name=setting".to_owned()];
    args.extend(words.iter().cloned());
    let plan = command::parse(&args).plan;
    plan.jobs.first().map(meaning).unwrap_or_else(|| words.join(" "))
}

fn cell(run: &ImportedRun) -> GridCell {
    let figures = run.figures();
    let iops = |ddir: Ddir| {
        let of = figures
            .iter()
            .find(|figure| figure.what == FigureOf::Iops && figure.ddir == Some(ddir));
        of.map(|figure| figure.value.low)
    };
    GridCell {
        line: run.lines.0,
        iops: [iops(Ddir::Read), iops(Ddir::Write)],
    }
}
