//! Prints the rungs that need no disk and no peer, in nanoseconds: lowest, median. `rungs load BYTES` prints one point of the memory curve.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use fiord_ladder::{Arena, ChaseOrder};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, bytes, order @ ..] = words.as_slice()
        && word == "load"
    {
        let bytes: usize = bytes.parse().unwrap();
        let order = match order.first().map(String::as_str) {
            Some("local") => ChaseOrder::PageLocal,
            Some("sequential") => ChaseOrder::Sequential,
            _ => ChaseOrder::Random,
        };
        let mut arena = Arena::new(bytes).unwrap();
        arena.link(bytes, order);
        print(word, arena.samples(bytes, 21, 2e6));
        return;
    }
    print("add", fiord_ladder::dependent_adds(21).unwrap());
    print("branch-miss", fiord_ladder::branch_misses(21).unwrap());
    print("mutex", fiord_ladder::locks(21));
    print("mutex-contended", fiord_ladder::contended_locks(21));
    print("clock", fiord_ladder::clock_reads(21));
    print("syscall", fiord_ladder::system_calls(21));
    print("context-switch", fiord_ladder::context_switches(2000).unwrap());
    print("futex-wake", fiord_ladder::futex_wakes(2000).unwrap());
    print("pipe", fiord_ladder::pipe_trips(2000).unwrap());
    print("page-fault", fiord_ladder::page_faults(21).unwrap());
    print("read-1m", fiord_ladder::reads(100, 64 << 20));
    print("copy-1m", fiord_ladder::copies(100, 128 << 20));
    print("compress-1k", fiord_ladder::compressions(21));
    print("loopback", fiord_ladder::loopback_trips(2000).unwrap());
}

fn print(name: &str, mut samples: Vec<f64>) {
    samples.sort_by(f64::total_cmp);
    println!("{name} {:.3} {:.3}", samples[0], samples[samples.len() / 2]);
}
