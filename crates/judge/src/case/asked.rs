//! What a job asks for by name: it is what the job is for, and corrections leave it.

use fiord_job::plan::{Ddir, JobPlan};

use crate::case::planned::issues;

/// The last value that was typed for an option, here or in a global section; a bare flag is empty.
pub fn given<'j>(job: &'j JobPlan, option: &str) -> Option<&'j str> {
    let echo = job.given.iter().rev().find(|echo| echo.name == option)?;
    Some(&echo.value)
}

/// The options, as typed, by which a job asks for the page cache.
///
/// Where `direct` and `buffered` contradict each other, neither says what was meant.
pub fn cache_options(job: &JobPlan) -> Vec<&'static str> {
    if job.durability.direct {
        return Vec::new();
    }
    let is = |option: &str, wanted: bool| given(job, option).map(|value| (value != "0") == wanted);
    let mut asked = match (is("direct", false), is("buffered", true)) {
        (Some(true), None | Some(true)) => vec!["direct=0"],
        (None, Some(true)) => vec!["buffered=1"],
        _ => Vec::new(),
    };
    asked.extend(warm_options(job));
    asked
}

/// Those of them that ask for what is in memory already, or is brought there.
pub fn warm_options(job: &JobPlan) -> impl Iterator<Item = &'static str> {
    let reads = issues(job, Ddir::Read) && !job.durability.direct;
    let left = reads && given(job, "invalidate").is_some() && !job.files.invalidate;
    let brought = reads && job.files.pre_read;
    let asked = [left.then_some("invalidate=0"), brought.then_some("pre_read=1")];
    asked.into_iter().flatten()
}
