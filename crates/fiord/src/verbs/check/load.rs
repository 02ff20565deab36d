//! Loads a recipe and lowers its load.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};
use fiord_job::nearest::nearest;
use fiord_messages::{Lang, check as messages};
use fiord_study::check::{self, BUILTIN, CheckRecipe, RecipeSource, SourcedExpectation};
use fiord_study::definition::{Between, Stop};
use fiord_study::language::{self, CheckedCell};

use crate::files;
use crate::keep::StoreArgs;
use crate::verbs::known;
use crate::verbs::study::{Preset, any_seed, load};

/// A check that can run.
pub(super) struct CheckPlan {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) about: String,
    pub(super) recipe: CheckRecipe,
    /// Limits of latencies: the highest load at which they hold is searched.
    pub(super) slo: Vec<String>,
    pub(super) cell: CheckedCell,
    pub(super) between: Vec<Between>,
    pub(super) stop: Stop,
    pub(super) target: Option<PathBuf>,
    pub(super) preset: Preset,
    pub(super) seed: u64,
}

impl CheckPlan {
    /// The expectations without their sources.
    pub(super) fn expectations(&self) -> Vec<check::Expectation> {
        let sourced = self.recipe.expectations.iter();
        sourced.map(|one| one.expectation.clone()).collect()
    }
}

/// What was asked for.
pub(super) struct CheckRequest<'a> {
    /// Its name, or its file.
    pub(super) recipe: &'a str,
    pub(super) path: Option<&'a Path>,
    /// Instead of the recipe's own, if there are any.
    pub(super) expectations: &'a [check::Expectation],
    pub(super) needs: &'a [check::UserNeed],
    /// Instead of the recipe's own, if there are any.
    pub(super) slo: &'a [String],
    pub(super) preset: Preset,
    /// Runs at most.
    pub(super) most: Option<u32>,
    pub(super) seed: Option<u64>,
}

impl<'a> CheckRequest<'a> {
    /// A recipe as it is, with nothing measured.
    pub(super) fn of(recipe: &'a str) -> Self {
        Self {
            recipe,
            path: None,
            expectations: &[],
            needs: &[],
            slo: &[],
            preset: Preset::Standard,
            most: None,
            seed: None,
        }
    }
}

/// The name for messages, and the text.
pub(super) fn source(text: &str) -> Result<(String, String)> {
    if let Some(known) = check::find(text) {
        return Ok((
            format!("studies/recipes/{}.toml", known.name),
            known.text.to_owned(),
        ));
    }
    let read = std::fs::read_to_string(text).with_context(|| text.to_owned());
    let source = read.map_err(|error| {
        let (error, lang) = (&format!("{error:#}"), Lang::current());
        let begun: Vec<String> = check::beginning_with(text)
            .into_iter()
            .map(str::to_owned)
            .collect();
        if !begun.is_empty() {
            let recipes = &lang.list(&begun);
            return anyhow!(messages::RecipesBeginning { name: &text, recipes }.text(lang));
        }
        let near = nearest(text, BUILTIN.iter().map(|known| known.name));
        let error = || {
            anyhow!(match near {
                Some(near) => messages::NoSuchRecipeNear { error, near: &near }.text(lang),
                None => messages::NoSuchRecipe { error }.text(lang),
            })
        };
        known::instead(text, &StoreArgs::default(), error)
    })?;
    Ok((text.to_owned(), source))
}

/// Reads, checks and lowers; prints what is wrong in the recipe, and gives nothing then.
pub(super) fn load(args: &CheckRequest<'_>) -> Result<Option<CheckPlan>> {
    let (name, text) = source(args.recipe)?;
    let target = args
        .path
        .map(|path| path.canonicalize().with_context(|| path.display().to_string()));
    let target = target.transpose()?;
    let read = language::read_recipe(&name, &text);
    let seed = args.seed.or(read.read.study.seed).unwrap_or_else(any_seed);
    let place: Option<&Path> = target.as_deref();
    let file = |job: &fiord_study::definition::Job| files::path_of(place, seed, &job.file, None);
    let Some(loaded) = load::lower(read.read, &text, &|study| args.preset.apply(study), &file) else {
        return Ok(None);
    };
    let mut recipe = read.recipe;
    expect(&mut recipe, &loaded.study.name, args)?;
    let slo = if args.slo.is_empty() {
        &recipe.slo
    } else {
        args.slo
    };
    let slo = slo.iter().map(|limit| recipe.limit(limit)).collect();
    let cell = loaded.cells.into_iter().next().context("a recipe has one cell")?;
    Ok(Some(CheckPlan {
        name: loaded.study.name,
        title: loaded.study.title,
        about: loaded.study.about,
        recipe,
        slo,
        cell,
        between: loaded.study.between,
        stop: up_to(loaded.study.stop, args.most),
        target,
        preset: args.preset,
        seed,
    }))
}

/// Puts what was asked for in the place of the recipe's expectations, and adds what a commit takes to the numbers.
fn expect(recipe: &mut CheckRecipe, name: &str, args: &CheckRequest<'_>) -> Result<()> {
    let own = |expectation: check::Expectation, option: &str| SourcedExpectation {
        expectation,
        source: RecipeSource {
            text: option.to_owned(),
            date: String::new(),
        },
    };
    let mut asked: Vec<SourcedExpectation> = Vec::new();
    asked.extend(args.expectations.iter().map(|one| own(one.clone(), "--expect")));
    for need in args.needs {
        let found = need.expectations(name, recipe).map_err(Error::msg)?;
        asked.extend(found.into_iter().map(|one| own(one, "--need")));
    }
    if !asked.is_empty() {
        recipe.expectations = asked;
    }
    if let Some(commit) = &recipe.commit {
        for number in [commit.latency.clone(), commit.stall()] {
            let mut judged = recipe.expectations.iter();
            if !recipe.measures.contains(&number) && !judged.any(|one| one.expectation.measurand == number) {
                recipe.measures.push(number);
            }
        }
    }
    Ok(())
}

/// The stop rule with another limit.
fn up_to(stop: Stop, runs: Option<u32>) -> Stop {
    match (stop, runs) {
        (_, None) => stop,
        (Stop::Repeats(_), Some(runs)) => Stop::Repeats(runs),
        (
            Stop::Precise {
                half_width,
                least,
                step,
                ..
            },
            Some(most),
        ) => Stop::Precise {
            half_width,
            least: least.min(most),
            step,
            most,
        },
    }
}
