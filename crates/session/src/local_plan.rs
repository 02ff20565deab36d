//! A plan with what only this machine knows: the files of recordings, the CPUs of memory nodes.

use std::path::Path;

use fiord_engine::iolog::RecordingError;
use fiord_host::cpu;
use fiord_host::root::Root;
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_messages::Sentence;
use fiord_targets::files::probe;

use crate::safety::check_unused;
use crate::setup_error::SetupError;

/// Completes the plan.
///
/// # Errors
/// A recording cannot be played, or a memory node has no CPUs.
pub(crate) fn resolve(root: &Root, plan: &RunPlan) -> Result<RunPlan, SetupError> {
    check_merged(root, plan)?;
    let mut plan = fiord_engine::iolog::resolve(plan)?;
    for job in &mut plan.jobs {
        place_on_nodes(root, job)?;
    }
    Ok(plan)
}

/// `--merge-blktrace-only`: joins the block traces of all jobs that ask for it.
///
/// # Errors
/// A trace that cannot be read, a file that cannot be written or is in use as a device, or no job asks.
pub fn merge_traces(plan: &RunPlan) -> Result<(), RecordingError> {
    check_merged(&Root::system(), plan)?;
    fiord_engine::iolog::merge_traces(plan)
}

/// Checks that no joined trace overwrites a file in use: joined traces are written before targets are examined.
fn check_merged(root: &Root, plan: &RunPlan) -> Result<(), RecordingError> {
    for job in &plan.jobs {
        let into = job.control.replay.merge.into.as_deref().map(Path::new);
        let Some(into) = into.filter(|path| path.is_file()) else {
            continue;
        };
        let Ok(file) = probe::open_to_look(into) else {
            continue;
        };
        check_unused(root, &file).map_err(|error| RecordingError {
            job: job.name.clone(),
            option: "merge_blktrace_file",
            message: Sentence::from(&error),
        })?;
    }
    Ok(())
}

/// `numa_cpu_nodes`: the CPUs of the nodes, within those of `cpus_allowed`.
fn place_on_nodes(root: &Root, job: &mut JobPlan) -> Result<(), SetupError> {
    let Some(first) = job.placement.numa_nodes.first().copied() else {
        return Ok(());
    };
    let no_node = |node: u32| SetupError::NoNode {
        job: job.name.clone(),
        node,
    };
    let mut cpus = Vec::new();
    for node in job.placement.numa_nodes.iter().copied() {
        cpus.extend(cpu::of_node(root, node).ok_or_else(|| no_node(node))?);
    }
    if let Some(allowed) = &job.placement.cpus {
        cpus.retain(|cpu| allowed.contains(cpu));
    }
    if cpus.is_empty() {
        return Err(no_node(first));
    }
    cpus.sort_unstable();
    job.placement.cpus = Some(cpus);
    Ok(())
}
