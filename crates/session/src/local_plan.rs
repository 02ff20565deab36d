//! A plan with what only this machine knows: the files of recordings, the CPUs of memory nodes.

use fiord_host::cpu;
use fiord_host::root::Root;
use fiord_job::plan::{JobPlan, RunPlan};

use crate::setup_error::SetupError;

/// Completes the plan.
///
/// # Errors
/// A recording cannot be played, or a memory node has no CPUs.
pub(crate) fn resolve(root: &Root, plan: &RunPlan) -> Result<RunPlan, SetupError> {
    let mut plan = fiord_engine::iolog::resolve(plan)?;
    for job in &mut plan.jobs {
        place_on_nodes(root, job)?;
    }
    Ok(plan)
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
