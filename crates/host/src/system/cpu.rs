//! Processors: how many, how fast they may run, how deep they sleep, and what they did.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// Processors of the machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    /// As the processor names itself.
    pub model: Option<String>,
    /// Processors that are on.
    pub online: Option<u32>,
    /// Processors that this process may use; only on the running system.
    pub allowed: Option<u32>,
    /// Frequency governors in use, each once.
    pub governors: Vec<String>,
    /// The frequency driver.
    pub frequency_driver: Option<String>,
    /// Greatest frequency allowed now, in kHz; the least over processors.
    pub max_khz: Option<u64>,
    /// Greatest frequency of the hardware, in kHz.
    pub hardware_max_khz: Option<u64>,
    /// Whether processors may run above their nominal frequency.
    pub turbo: Option<bool>,
    /// The sleep driver: `intel_idle`, `acpi_idle`, `haltpoll`, `none`.
    pub idle_driver: Option<String>,
    /// Names and exit latencies (µs) of the sleep states of the first processor that are not disabled.
    pub idle_states: Vec<(String, u64)>,
    /// Whether two threads share a core.
    pub smt_active: Option<bool>,
    /// Memory nodes.
    pub numa_nodes: Option<u32>,
    /// Distances between nodes, by row.
    pub numa_distances: Vec<Vec<u32>>,
    /// Processor flags that matter here: `hypervisor`, `constant_tsc`, `nonstop_tsc`.
    pub flags: Vec<String>,
    /// Load averages over 1, 5 and 15 minutes, in hundredths.
    pub load_centi: Option<[u64; 3]>,
}

impl Cpu {
    /// Reads all.
    pub fn read(root: &Root) -> Cpu {
        let base = root.sys("devices/system/cpu");
        let info = root::text(&root.proc("cpuinfo")).unwrap_or_default();
        let line = |name: &str| {
            let value = info
                .lines()
                .filter_map(|l| l.split_once(':'))
                .find(|(key, _)| key.trim() == name);
            value.map(|(_, value)| value.trim().to_owned())
        };
        let cpus = numbered(&base, "cpu");
        let mut governors: Vec<String> = cpus
            .iter()
            .filter_map(|c| root::word(&base.join(c).join("cpufreq/scaling_governor")))
            .collect();
        governors.sort();
        governors.dedup();
        let first = base.join(cpus.first().map_or("cpu0", String::as_str));
        let frequency = |name: &str| {
            cpus.iter()
                .filter_map(|c| root::number(&base.join(c).join("cpufreq").join(name)))
                .min()
        };
        let flags = line("flags").unwrap_or_default();
        const WANTED: [&str; 3] = ["hypervisor", "constant_tsc", "nonstop_tsc"];
        let nodes = node_folder(root);
        let node_names = numbered(&nodes, "node");
        Cpu {
            model: line("model name")
                .or_else(|| line("Model"))
                .or_else(|| line("CPU implementer")),
            online: root::text(&base.join("online")).and_then(|t| count_list(&t)),
            allowed: root.is_live().then(allowed).flatten(),
            governors,
            frequency_driver: root::word(&first.join("cpufreq/scaling_driver")),
            max_khz: frequency("scaling_max_freq"),
            hardware_max_khz: frequency("cpuinfo_max_freq"),
            turbo: root::flag(&base.join("intel_pstate/no_turbo"))
                .map(|off| !off)
                .or_else(|| root::flag(&base.join("cpufreq/boost"))),
            idle_driver: root::word(&base.join("cpuidle/current_driver")),
            idle_states: idle_states(&first.join("cpuidle")),
            smt_active: root::flag(&base.join("smt/active")),
            numa_nodes: Some(node_names.len() as u32).filter(|n| *n > 0),
            numa_distances: node_names
                .iter()
                .filter_map(|n| root::text(&nodes.join(n).join("distance")))
                .map(|t| t.split_whitespace().filter_map(|d| d.parse().ok()).collect())
                .collect(),
            flags: WANTED
                .iter()
                .filter(|f| flags.split(' ').any(|x| x == **f))
                .map(|f| (*f).to_owned())
                .collect(),
            load_centi: load(root),
        }
    }
}

fn allowed() -> Option<u32> {
    rustix::thread::sched_getaffinity(None)
        .ok()
        .map(|set| set.count())
}

/// Names like `cpu0`, in order.
fn numbered(dir: &std::path::Path, prefix: &str) -> Vec<String> {
    let is_one = |n: &String| {
        n.strip_prefix(prefix)
            .is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
    };
    root::names(dir).into_iter().filter(is_one).collect()
}

/// How many numbers a list like `0-3,8` holds.
pub fn count_list(list: &str) -> Option<u32> {
    list.trim()
        .split(',')
        .filter(|p| !p.is_empty())
        .try_fold(0u32, |sum, part| {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
            sum.checked_add(to.checked_sub(from)?.checked_add(1)?)
        })
}

fn idle_states(dir: &std::path::Path) -> Vec<(String, u64)> {
    let enabled = |state: &String| root::flag(&dir.join(state).join("disable")) != Some(true);
    let states = root::names(dir)
        .into_iter()
        .filter(|s| s.starts_with("state"))
        .filter(enabled);
    states
        .filter_map(|s| {
            Some((
                root::word(&dir.join(&s).join("name"))?,
                root::number(&dir.join(&s).join("latency"))?,
            ))
        })
        .collect()
}

fn load(root: &Root) -> Option<[u64; 3]> {
    let text = root::text(&root.proc("loadavg"))?;
    let mut words = text
        .split_whitespace()
        .map(|w| w.parse::<f64>().ok().map(|l| (l * 100.0).round() as u64));
    Some([words.next()??, words.next()??, words.next()??])
}

/// Time of all processors since boot, in clock ticks (`proc_stat(5)`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpuTimes {
    /// Working.
    pub busy: u64,
    /// Idle, waiting for I/O or not.
    pub idle: u64,
    /// Idle while I/O was outstanding.
    pub iowait: u64,
    /// Wanted to run while the hypervisor ran others.
    pub steal: u64,
    /// Working for interrupts; part of busy.
    #[serde(default)]
    pub interrupts: u64,
}

/// The first line of `/proc/stat`.
pub fn times(root: &Root) -> Option<CpuTimes> {
    let text = root::text(&root.proc("stat"))?;
    parse_times(text.lines().find_map(|l| l.strip_prefix("cpu "))?)
}

/// The times of each processor that is on line, in the order of their numbers.
pub fn times_each(root: &Root) -> Vec<CpuTimes> {
    let text = root::text(&root.proc("stat")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| {
        let (number, rest) = line.strip_prefix("cpu")?.split_once(' ')?;
        number.parse::<u32>().is_ok().then_some(rest)
    });
    lines.filter_map(parse_times).collect()
}

fn parse_times(line: &str) -> Option<CpuTimes> {
    let n: Vec<u64> = line.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    let at = |i: usize| n.get(i).copied().unwrap_or(0);
    // user nice system idle iowait irq softirq steal; guest time is part of user.
    (n.len() >= 4).then(|| CpuTimes {
        busy: at(0) + at(1) + at(2) + at(5) + at(6),
        idle: at(3) + at(4),
        iowait: at(4),
        steal: at(7),
        interrupts: at(5) + at(6),
    })
}

impl CpuTimes {
    /// What passed since `earlier`.
    pub fn since(&self, earlier: &CpuTimes) -> CpuTimes {
        CpuTimes {
            busy: self.busy.saturating_sub(earlier.busy),
            idle: self.idle.saturating_sub(earlier.idle),
            iowait: self.iowait.saturating_sub(earlier.iowait),
            steal: self.steal.saturating_sub(earlier.steal),
            interrupts: self.interrupts.saturating_sub(earlier.interrupts),
        }
    }

    fn percent(&self, part: u64) -> Option<f64> {
        let all = self.busy + self.idle + self.steal;
        (all > 0).then(|| 100.0 * part as f64 / all as f64)
    }

    /// Share stolen by the hypervisor.
    pub fn steal_percent(&self) -> Option<f64> {
        self.percent(self.steal)
    }

    /// Share spent on interrupts.
    pub fn interrupts_percent(&self) -> Option<f64> {
        self.percent(self.interrupts)
    }

    /// Share in use.
    pub fn busy_percent(&self) -> Option<f64> {
        self.percent(self.busy)
    }
}

fn node_folder(root: &Root) -> std::path::PathBuf {
    root.sys("devices/system/node")
}

/// The processors of a memory node; none where the system has no such node.
pub fn of_node(root: &Root, node: u32) -> Option<Vec<u32>> {
    let text = root::text(&node_folder(root).join(format!("node{node}")).join("cpulist"))?;
    let mut cpus = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let (low, high) = (low.parse::<u32>().ok()?, high.parse::<u32>().ok()?);
        cpus.extend(low..=high);
    }
    Some(cpus)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_counted() {
        assert_eq!(count_list("0-3,8,10-11\n"), Some(7));
        assert_eq!(count_list("0"), Some(1));
        assert_eq!(count_list("3-1"), None);
        assert_eq!(count_list("x"), None);
    }

    #[test]
    fn shares_add_up() {
        let t = CpuTimes {
            busy: 30,
            idle: 60,
            iowait: 10,
            steal: 10,
            interrupts: 5,
        };
        assert_eq!((t.steal_percent(), t.busy_percent()), (Some(10.0), Some(30.0)));
        assert_eq!(t.interrupts_percent(), Some(5.0));
        assert_eq!(CpuTimes::default().steal_percent(), None);
    }
}
