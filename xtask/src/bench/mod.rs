//! `cargo xtask bench`: the performance budget, measured in pairs with fio and with bare loops.
//!
//! Machines are shared and noisy, so nothing absolute is compared: each row runs pairs, interleaved (A B, B A, …), and
//! reports the median of the pairs' ratios with its exact interval, their smallest and their largest. CPU time and memory come from `wait4`.

mod bare;
mod instructions;
mod measure;
mod rows;
mod targets;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::shell;
use measure::{BenchSample, Contender};
use rows::{BenchRow, Metric};

pub(crate) use bare::run as bare_loop;

/// What the arguments ask for.
struct Options {
    ours: PathBuf,
    rows: Option<String>,
    pairs: usize,
    seconds: f64,
    json: Option<PathBuf>,
}

/// One row's result.
struct Judged {
    name: String,
    ratios: Vec<f64>,
    absolute: (f64, f64),
    budget: Option<f64>,
    better_is_less: bool,
    unit: &'static str,
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let number = |name: &str, default: f64| -> Result<f64> {
        match shell::value(args, name) {
            Some(text) => text
                .parse()
                .map_err(|_| anyhow::anyhow!("{name}={text}: a number is wanted")),
            None => Ok(default),
        }
    };
    let options = Options {
        ours: shell::fiord(args)?,
        rows: shell::value(args, "--rows").map(str::to_owned),
        pairs: number("--pairs", 5.0)? as usize,
        seconds: number("--seconds", 2.0)?,
        json: shell::value(args, "--json").map(PathBuf::from),
    };
    if !shell::found("fio") {
        bail!("fio is not on PATH: there is nothing to compare with");
    }
    // An interrupt ends the bench between two runs, so that the targets are taken down.
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    let targets = targets::Targets::make()?;
    let mut judged = Vec::new();
    println!("| row | ratio | 95 % of the median | smallest … largest | budget | met | absolute |");
    println!("|---|---:|---:|---:|---:|---|---|");
    for row in rows::all(&targets) {
        if options
            .rows
            .as_ref()
            .is_some_and(|wanted| !row.name.contains(wanted.as_str()))
        {
            continue;
        }
        if let Some(reason) = &row.missing {
            println!("| {} | – | – | – | – | – | not measured: {reason} |", row.name);
            continue;
        }
        for result in measure_row(&row, &options, &interrupted)? {
            print_row(&result);
            judged.push(result);
        }
    }
    if args.iter().any(|arg| arg == "--instructions") {
        instructions::print(&options.ours, &targets.cached)?;
    }
    if let Some(path) = &options.json {
        std::fs::write(path, serde_json::to_string_pretty(&to_json(&judged))?)?;
    }
    Ok(())
}

fn measure_row(row: &BenchRow, options: &Options, interrupted: &AtomicBool) -> Result<Vec<Judged>> {
    let mut left = Vec::new();
    let mut right = Vec::new();
    for pair in 0..options.pairs * row.times {
        if interrupted.load(Ordering::Relaxed) {
            bail!("interrupted; the targets are removed");
        }
        // The order alternates, so that what drifts over the pair hits both.
        if pair % 2 == 0 {
            left.push(sample(&row.left, options)?);
            right.push(sample(&row.right, options)?);
        } else {
            right.push(sample(&row.right, options)?);
            left.push(sample(&row.left, options)?);
        }
    }
    Ok(row
        .metrics
        .iter()
        .map(|metric| judge(row, *metric, &left, &right))
        .collect())
}

fn sample(contender: &Contender, options: &Options) -> Result<BenchSample> {
    let xtask = std::env::current_exe()?;
    let program: &Path = match contender {
        Contender::Fiord(_) | Contender::Run(_) => &options.ours,
        Contender::Fio(_) => Path::new("fio"),
        Contender::Bare(_) => &xtask,
    };
    measure::measure(program, contender, options.seconds)
}

fn judge(row: &BenchRow, metric: Metric, left: &[BenchSample], right: &[BenchSample]) -> Judged {
    let values = |samples: &[BenchSample]| {
        samples
            .iter()
            .map(|sample| metric.of(sample))
            .collect::<Vec<f64>>()
    };
    let (a, b) = (values(left), values(right));
    let mut ratios: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a / b).collect();
    ratios.sort_by(f64::total_cmp);
    Judged {
        name: format!("{}{}", row.name, metric.suffix()),
        ratios,
        absolute: (median(&a), median(&b)),
        budget: row.budget(metric),
        better_is_less: metric.better_is_less(),
        unit: metric.unit(),
    }
}

/// NaN where a ratio is not a number: shown as such, and meets no budget.
fn median(values: &[f64]) -> f64 {
    fiord_stats::interval::median(values).unwrap_or(f64::NAN)
}

impl Judged {
    fn ratio(&self) -> f64 {
        median(&self.ratios)
    }

    /// Where the median of many such pairs lies, with 95 % confidence by order statistics; none below six pairs.
    fn interval(&self) -> Option<(f64, f64)> {
        fiord_stats::interval::median_interval(&self.ratios, 0.95).map(|it| (it.low, it.high))
    }

    fn met(&self) -> Option<bool> {
        self.budget.map(|budget| {
            if self.better_is_less {
                self.ratio() <= budget
            } else {
                self.ratio() >= budget
            }
        })
    }
}

fn print_row(row: &Judged) {
    let budget = row.budget.map_or("–".to_owned(), |budget| {
        format!("{} {budget}", if row.better_is_less { "≤" } else { "≥" })
    });
    let interval = row.interval();
    // A median is judged, and marked where the pairs do not tell on which side of the budget it lies.
    let open =
        matches!((interval, row.budget), (Some((low, high)), Some(budget)) if low < budget && budget < high);
    let met = match row.met() {
        Some(true) if open => "yes, within noise",
        Some(true) => "yes",
        Some(false) if open => "**no**, within noise",
        Some(false) => "**no**",
        None => "–",
    };
    println!(
        "| {} | {:.3} | {} | {:.3} … {:.3} | {budget} | {met} | {:.4} / {:.4} {} |",
        row.name,
        row.ratio(),
        interval.map_or("–".to_owned(), |(low, high)| format!("{low:.3} … {high:.3}")),
        row.ratios.first().copied().unwrap_or(f64::NAN),
        row.ratios.last().copied().unwrap_or(f64::NAN),
        row.absolute.0,
        row.absolute.1,
        row.unit
    );
}

fn to_json(rows: &[Judged]) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "row": row.name, "ratio": row.ratio(), "interval": row.interval(), "ratios": row.ratios, "budget": row.budget, "met": row.met(),
                "left": row.absolute.0, "right": row.absolute.1, "unit": row.unit,
            })
        })
        .collect();
    json!({ "version": 1, "rows": rows })
}
