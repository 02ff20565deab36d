//! `--slo` of sweeps and checks on simulated devices: rates that queueing theory knows in closed form, limits that never or always hold, an
//! interrupt and its continuation, loads that are needed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::common::{storing, text};
use crate::schema;
use crate::snapshot::{assert_screen, printed, screen};

const SIM: [&str; 4] = ["sweep", "--ioengine=sim", "--size=4m", "--seed=7"];

fn fiord(folder: &Path, args: &[&str]) -> Output {
    storing(folder, args).output().unwrap()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

/// The cells of a search whose document is right.
fn cells(args: &[&str]) -> Vec<Value> {
    let folder = folder();
    let args = [&SIM[..], args, &["--json"]].concat();
    let output = fiord(folder.path(), &args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    document["cells"].as_array().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Within 3 % of a rate, which the interval contains.
fn is_rate(cell: &Value, rate: f64) {
    let found = number(&cell["iops"]);
    assert_eq!(cell["outcome"], "found", "{cell:#}");
    assert!((found / rate - 1.0).abs() <= 0.03, "{found}, not {rate}");
    let (low, high) = (number(&cell["low_iops"]), number(&cell["high_iops"]));
    assert!(low <= rate && rate <= high, "{low} to {high}, not {rate}");
    assert!(number(&cell["level"]) >= 0.95);
}

/// M/M/1: the time in the system is exponential with mean 1/(μ − λ).
#[test]
fn the_rate_of_an_exponential_server_is_exact() {
    let service_s = 80e-6;
    let args = ["--sim_read_ns=80000", "--sim_service=exponential", "--runtime=5s"];
    for (limit, percentile, limit_s) in [
        ("p99<5ms", 0.99_f64, 5e-3),
        ("p50<300us", 0.5, 300e-6),
        ("read.p99.9<2ms", 0.999, 2e-3),
    ]
    .into_iter()
    .step_by(fiord_testbed::every(2))
    {
        let cells = cells(&[&args[..], &["--slo", limit]].concat());
        let [cell] = cells.as_slice() else {
            panic!("{cells:?}")
        };
        let of_tail = -(1.0 - percentile).ln();
        is_rate(cell, 1.0 / service_s - of_tail / limit_s);
        let shares = cell["shares"].as_array().unwrap();
        assert_eq!(shares.len(), 3);
        for (share, expected) in shares.iter().zip([0.5, 0.8, 0.95]) {
            assert_eq!(number(&share["share"]), expected);
            let free = 1.0 / service_s - number(&share["iops"]);
            let p50_s = number(&share["latencies"][0]["p50_ns"]) * 1e-9;
            // Within what queues of 15 seconds vary.
            assert!((p50_s * free / 2_f64.ln() - 1.0).abs() < 0.25, "{share}");
        }
    }
}

/// Probabilities of the number in an M/D/c queue, load in Erlang: the number one service later is what exceeded the servers and what came.
fn in_system(load: f64, servers: usize) -> Vec<f64> {
    const STATES: usize = 150;
    // The load is below 4: what is left out is below 1e-15.
    const MOST_ARRIVALS: usize = 32;
    let mut arrivals = vec![(-load).exp()];
    for count in 1..MOST_ARRIVALS {
        arrivals.push(arrivals[count - 1] * load / count as f64);
    }
    let mut now = vec![0.0; STATES];
    now[0] = 1.0;
    for _ in 0..600 {
        let mut next = vec![0.0; STATES];
        for (number, share) in now.iter().enumerate() {
            let left = number.saturating_sub(servers);
            for (arrived, chance) in arrivals.iter().enumerate().take(STATES - left) {
                next[left + arrived] += share * chance;
            }
        }
        now = next;
    }
    now
}

/// Franx's formula for the share of I/Os of M/D/c that wait at most `x` services.
fn waits_at_most(x: f64, load: f64, servers: usize) -> f64 {
    let states = in_system(load, servers);
    let k = x.floor() + 1.0;
    let rest = load * (k - x);
    let mut term = (-rest).exp();
    let mut sum = 0.0;
    let all = k as usize * servers;
    for j in 0..all {
        if j > 0 {
            term *= rest / j as f64;
        }
        let queue: f64 = states.iter().take(servers + all - j).sum();
        sum += queue * term;
    }
    sum
}

/// M/D/c: four at a time, 80 µs each; the limit is on the wait and the service.
#[test]
fn the_rate_of_constant_servers_is_exact() {
    let args = ["--sim_read_ns=80000", "--sim_parallelism=4", "--runtime=5s"];
    for (limit, limit_s) in [("p99<200us", 200e-6), ("p99<500us", 500e-6)] {
        let cells = cells(&[&args[..], &["--slo", limit]].concat());
        is_rate(&cells[0], constant_servers(limit_s, 80e-6, 4));
    }
}

/// The arrival rate of M/D/c at which 99 % of the I/Os take at most `limit_s`.
fn constant_servers(limit_s: f64, service_s: f64, servers: usize) -> f64 {
    let wait = limit_s / service_s - 1.0;
    let (mut low, mut high) = (1.0, servers as f64 * 0.95);
    for _ in 0..12 {
        let load = 0.5 * (low + high);
        match waits_at_most(wait, load, servers) >= 0.99 {
            true => low = load,
            false => high = load,
        }
    }
    low / service_s
}

/// A recipe with this job, in a folder of its own.
fn recipe(keys: &str, job: &str) -> (tempfile::TempDir, String) {
    let folder = folder();
    let text = format!(
        "name = \"mine\"\ntitle = \"A use of its own\"\nabout = \"What it does.\"\n{keys}\n\n\
         [job]\nioengine = \"sim\"\nsize = \"4m\"\nruntime = \"5s\"\ntime_based = true\n{job}\n\n[stop]\nrepeats = 6\n"
    );
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// A commit is a write and its sync. Syncs are exponential, one connection is one server: M/M/1 for commits, which no latency of writes or
/// syncs alone shows.
#[test]
fn the_rate_of_commits_is_exact_and_judged() {
    let (folder, recipe) = recipe(
        "commit = \"sync.p50\"\nmeasures = [\"sync.p99\"]",
        "rw = \"write\"\nbs = \"4k\"\nfdatasync = 1\nsim_write_cache = \"1m\"\nsim_cache_ns = 1\nsim_write_ns = 80000\n\
         sim_service = \"exponential\"",
    );
    let rate = 1.0 / 80e-6 - 100_f64.ln() / 5e-3;
    let close = format!("--need=iops={}", rate.round());
    let args = ["check", &recipe, "--slo=p99<5ms", "--seed=7", "--json"];
    let needs = ["--need=commits=5k", &close, "--need=iops=12400"];
    let output = fiord(folder.path(), &[&args[..], &needs].concat());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["limits"][0]["limit"], "sync.p99 < 5 ms");
    is_rate(&document["cells"][0], rate);
    let needs = document["needs"].as_array().unwrap();
    let verdicts: Vec<&str> = needs
        .iter()
        .map(|need| need["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["pass", "undecided", "fail"], "{needs:#?}");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let kinds = document["cells"][0]["shares"][0]["latencies"].as_array().unwrap();
    let kinds: Vec<&str> = kinds
        .iter()
        .map(|one| one["direction"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["write", "sync"]);
    // The search is a study: shown again, page and all.
    let args = ["report", "1", "--study"];
    assert_screen!(screen(&args, &fiord(folder.path(), &args)));
}

/// M/D/4, with the limit and the load in the recipe.
#[test]
fn a_recipe_has_a_limit_and_a_load() {
    let (folder, recipe) = recipe(
        "slo = [\"p99<200us\"]\n[[expect]]\nthat = \"iops>20000\"",
        "rw = \"randread\"\nbs = \"4k\"\niodepth = 128\nsim_read_ns = 80000\nsim_parallelism = 4",
    );
    let output = fiord(folder.path(), &["check", &recipe, "--seed=7", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    is_rate(&document["cells"][0], constant_servers(200e-6, 80e-6, 4));
    assert_eq!(document["needs"][0]["verdict"], "pass");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn what_a_search_of_a_check_cannot_judge_is_refused() {
    let (folder, recipe) = recipe(
        "commit = \"sync.p50\"\nmeasures = [\"sync.p99\"]",
        "rw = \"write\"\nbs = \"4k\"\nfdatasync = 1",
    );
    for (wrong, said) in [
        (
            "--need=p99=5ms",
            "sync.p99 <= 5 ms: with --slo, --need and --expect accept rates only",
        ),
        (
            "--expect=bw>1MB/s",
            "with --slo, --need and --expect accept rates only",
        ),
        ("--most=8", "--most: not available with --slo"),
        ("--report=github", "--report: not available with --slo"),
    ] {
        let output = fiord(folder.path(), &["check", &recipe, "--slo=p99<5ms", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        let error = text(&output.stderr);
        assert!(error.contains(said), "{wrong}: {error}");
    }
}

#[test]
fn limits_that_never_or_always_hold_are_said() {
    let never = cells(&["--slo=p99<50us", "--sim_read_ns=80000"]);
    assert_eq!(
        (&never[0]["outcome"], &never[0]["iops"]),
        (&"never".into(), &Value::Null)
    );
    let said = never[0]["sentence"].as_str().unwrap();
    assert!(said.contains("does not hold at any tested rate"), "{said}");
    let always = cells(&["--slo=p99<5s", "--sim_read_ns=80000"]);
    assert_eq!(always[0]["outcome"], "always");
    assert!((number(&always[0]["iops"]) / 12_500.0 - 1.0).abs() < 0.01);
    let said = always[0]["sentence"].as_str().unwrap();
    assert!(said.contains("the job is not faster"), "{said}");
}

/// A few I/Os of another kind do not make a limit unsure that is not about them.
#[test]
fn few_ios_of_a_kind_without_a_limit_are_no_caveat() {
    let job = [
        "--rw=randrw",
        "--rwmixread=99",
        "--sim_read_ns=80000",
        "--sim_service=exponential",
    ];
    for (limit, is_unsure) in [("--slo=read.p99<5ms", false), ("--slo=p99<5ms", true)] {
        let cells = cells(&[&job[..], &["--runtime=5s", limit]].concat());
        let caveats = cells[0]["caveats"].as_array().unwrap();
        let is_said = caveats
            .iter()
            .any(|caveat| caveat.as_str().unwrap().contains("fewer than ten I/Os"));
        assert_eq!(is_said, is_unsure, "{limit}: {caveats:?}");
    }
}

/// Per mix and block size; all limits have to hold.
#[test]
fn each_mix_and_block_size_has_its_rate() {
    let cells = cells(&[
        "--slo=read.p99<5ms",
        "--slo=write.p99<20ms",
        "--rw=randread,randrw",
        "--bs=4k,64k",
        "--sim_read_ns=80000",
        "--sim_write_ns=80000",
        "--sim_per_kib_ns=1000",
        "--sim_service=exponential",
        "--runtime=5s",
    ]);
    assert_eq!(cells.len(), 4);
    for cell in &cells {
        let is_small = cell["levels"].as_array().unwrap().contains(&"4k".into());
        let service_s = if is_small { 84e-6 } else { 144e-6 };
        is_rate(cell, 1.0 / service_s - 100_f64.ln() / 5e-3);
        let is_mixed = cell["levels"].as_array().unwrap().contains(&"randrw".into());
        let latencies = cell["shares"][0]["latencies"].as_array().unwrap();
        assert_eq!(latencies.len(), if is_mixed { 2 } else { 1 }, "{cell:#}");
    }
}

#[test]
fn the_screen_of_a_search() {
    let folder = folder();
    let search = [&SIM[..], &["--slo=p99<5ms", "--sim_service=exponential"]].concat();
    let mut all = printed(&search, &fiord(folder.path(), &search));
    for args in [
        &["report", "1", "--study", "--csv"][..],
        &["report", "1", "--study", "--plot=load"],
        &["study", "report", "1", "--md"],
        &["report", "1", "--study", "--verify"],
    ] {
        all += &screen(args, &fiord(folder.path(), args));
    }
    assert_screen!(all);
    let args = ["report", "1", "--study", "--html=page.html"];
    assert!(fiord(folder.path(), &args).status.success());
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("latency against arrival rate") && page.contains("<svg"));
}

/// A search goes on where it was interrupted, and what was measured stays.
#[test]
fn an_interrupted_search_keeps_its_runs() {
    let folder = folder();
    let args = [
        "sweep",
        "--ioengine=null",
        "--size=1m",
        "--runtime=100ms",
        "--slo=p99<1ms",
    ];
    let mut command = storing(folder.path(), &args);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut all = String::new();
    while all.matches("fiord: sweep: ").count() < 3 && said.read_line(&mut all).unwrap() > 0 {}
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    said.read_to_string(&mut all).unwrap();
    assert_eq!(
        child.wait_with_output().unwrap().status.code(),
        Some(128),
        "{all}"
    );
    assert!(all.contains("fiord study resume 1"), "{all}");
    let runs = |args: &[&str]| -> Vec<Value> {
        let output = fiord(folder.path(), args);
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        document["cells"][0]["runs"].as_array().unwrap().clone()
    };
    let before = runs(&["study", "report", "1", "--json"]);
    assert!(before.len() >= 3);
    let after = runs(&["study", "resume", "1", "--json"]);
    assert!(after.len() > before.len());
    assert_eq!(after[..before.len()], before[..]);
}

#[test]
fn mistakes_are_refused() {
    let folder = folder();
    for (wrong, said) in [
        (&["--slo=p99>5ms"][..], "not a limit of a latency"),
        (&["--slo=iops<500"], "not a limit of a latency"),
        (
            &["--slo=p99<5ms", "--rate_iops=500"],
            "sets its own pace with rate_iops",
        ),
        (&["--slo=p99<5ms", "--rate=1m"], "sets its own pace with rate;"),
        (
            &["--slo=write.p99<5ms"],
            "write.p99 < 5 ms applies to no I/O of the measured jobs",
        ),
        (
            &["--slo=sync.p99<5ms", "--rw=write", "--sync=1"],
            "sync.p99 < 5 ms applies to no I/O of the measured jobs",
        ),
        (
            &["--slo=p99<5ms", "--thinktime=1ms"],
            "sets its own pace with thinktime",
        ),
        (&["--slo=p99<5ms", "--blocks=3"], "--blocks"),
        (&["--slo=p99<5ms", "--hosts"], "not supported with --hosts"),
    ] {
        let output = fiord(folder.path(), &[&SIM[..], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        let error = text(&output.stderr);
        assert!(error.contains(said), "{wrong:?}: {error}");
    }
    let list = text(&fiord(folder.path(), &["study", "list"]).stdout);
    assert!(!list.contains("stopped") && !list.contains("open "), "{list}");
}
