//! Results made of numbers.

use fiord_compare::facts::Facts;
use fiord_compare::result::{ComparedResult, Measurement, ResultKind, ResultLabel};
use fiord_compare::why::RunCauses;
use fiord_compare::workload::{EngineClass, WorkloadKey};

/// A random read of 4k, one at a time, with `change` made.
pub(crate) fn key(change: impl FnOnce(&mut WorkloadKey)) -> WorkloadKey {
    let mut key = WorkloadKey {
        rw: Some("randread".to_owned()),
        direction: "read".to_owned(),
        block_bytes: Some(4096),
        bs: Some("4k".to_owned()),
        iodepth: Some(1),
        numjobs: Some(1),
        engine: Some(EngineClass::Synchronous),
        direct: Some(true),
        sync: Some("none".to_owned()),
        more: Vec::new(),
        rung: None,
        tool: None,
    };
    change(&mut key);
    key
}

pub(crate) fn measured(key: &WorkloadKey, run: usize, iops: f64) -> Measurement {
    Measurement {
        key: key.clone(),
        run: format!("run {run}"),
        iops: Some(iops),
        ..Measurement::default()
    }
}

pub(crate) fn result(name: &str, measurements: Vec<Measurement>) -> ComparedResult {
    ComparedResult {
        label: ResultLabel {
            runs: measurements.len() as u32,
            ..ResultLabel::new(name, ResultKind::Runs, "")
        },
        measurements,
        facts: Facts::default(),
        causes: RunCauses::default(),
    }
}

/// A device whose runs vary like a lognormal one.
pub(crate) struct Device {
    state: u64,
    pub(crate) iops: f64,
    /// Deviation of logarithms.
    pub(crate) spread: f64,
}

impl Device {
    pub(crate) fn new(seed: u64, iops: f64, spread: f64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            iops,
            spread,
        }
    }

    fn uniform(&mut self) -> f64 {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn run(&mut self) -> f64 {
        let (one, other) = (self.uniform().max(1e-300), self.uniform());
        let normal = (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos();
        self.iops * (self.spread * normal).exp()
    }

    /// So many runs of each workload.
    pub(crate) fn result(&mut self, name: &str, keys: &[WorkloadKey], runs: usize) -> ComparedResult {
        let mut measurements = Vec::new();
        for run in 0..runs {
            for key in keys {
                let iops = self.run();
                measurements.push(measured(key, run, iops));
            }
        }
        result(name, measurements)
    }
}
