//! What the numbers mean, and how far they can be trusted.

use super::{Topic, TopicSource, text};

pub static QUEUE_DEPTH: Topic = Topic {
    name: "queue-depth",
    aliases: &["littles-law", "little", "iodepth", "qd", "parallelism"],
    text: text!(queue_depth),
    figure: "\
in flight = IOPS × latency          a device with 8 units of 80 µs
QD  1     12,500 IOPS ×  80 µs =  1
QD  8    100,000 IOPS ×  80 µs =  8     all units are busy
QD 32    100,000 IOPS × 320 µs = 32     only the wait grows",
    command: "fiord run --ioengine=sim --sim_parallelism=8 --rw=randread --runtime=1 --time_based --name=qd1 \
              --name=qd8 --iodepth=8 --stonewall --name=qd32 --iodepth=32 --stonewall",
    sources: &[TopicSource {
        title: "Little, A Proof for the Queuing Formula: L = λW, Operations Research 1961",
        url: "https://doi.org/10.1287/opre.9.3.383",
    }],
};

pub static THROUGHPUT: Topic = Topic {
    name: "throughput",
    aliases: &["iops", "bandwidth", "units"],
    text: text!(throughput),
    figure: "\
block size     latency       IOPS    throughput
     4 KiB       84 µs     11,905      48.8 MB/s
    64 KiB      144 µs      6,944       455 MB/s
     1 MiB    1,104 µs        906       950 MB/s",
    command: "fiord run --ioengine=sim --sim_per_kib_ns=1000 --runtime=1 --time_based --name=4k --bs=4k \
              --name=64k --bs=64k --stonewall --name=1m --bs=1m --stonewall",
    sources: &[TopicSource {
        title: "fio documentation: units, interpreting the output",
        url: "https://fio.readthedocs.io/en/latest/fio_doc.html",
    }],
};

pub static PERCENTILES: Topic = Topic {
    name: "percentiles",
    aliases: &["latency-percentiles", "p99", "tail-latency", "sample-size"],
    text: text!(percentiles),
    figure: "\
\x20  I/Os    above p99    above p99.9
  1,000      10 (±32 %)       1
 10,000     100 (±10 %)      10 (±32 %)
100,000   1,000  (±3 %)     100 (±10 %)",
    command: "fiord run --ioengine=sim --sim_slow_percent=1 --sim_slow_ns=10000000 --rw=randread --bs=4k \
              --runtime=60 --time_based --name=tail",
    sources: &[
        TopicSource {
            title: "Dean and Barroso, The Tail at Scale, CACM 2013",
            url: "https://doi.org/10.1145/2408776.2408794",
        },
        TopicSource {
            title: "Hoefler and Belli, Scientific Benchmarking of Parallel Computing Systems, SC 2015",
            url: "https://doi.org/10.1145/2807591.2807644",
        },
    ],
};

pub static COORDINATED_OMISSION: Topic = Topic {
    name: "coordinated-omission",
    aliases: &["response-time", "service-time"],
    text: text!(coordinated_omission),
    figure: "\
requests due  |  |  |  |  |  |  |  |      every 1 ms
device        x===== stall =====x
generator     x-----------------x         1 slow sample
users         x-----------------x         each one waits
                    x-----------x ...",
    command: "fiord run --ioengine=sim --sim_gc_every=1m --sim_gc_pause=10000000 --rw=randwrite --bs=4k \
              --rate_iops=1000 --runtime=10 --time_based --name=rated",
    sources: &[
        TopicSource {
            title: "Tene, wrk2: a constant throughput, correct latency recording variant of wrk",
            url: "https://github.com/giltene/wrk2",
        },
        TopicSource {
            title: "fio documentation: rate_process, io_submit_mode",
            url: "https://fio.readthedocs.io/en/latest/fio_doc.html",
        },
    ],
};

pub static OPEN_LOOP: Topic = Topic {
    name: "open-loop",
    aliases: &["closed-loop", "open-and-closed-loop", "load"],
    text: text!(open_loop),
    figure: "\
load              50 %   80 %   90 %   95 %
response time      2 ×    5 ×   10 ×   20 ×    of the service time (M/M/1)",
    command: "fiord run --ioengine=sim --sim_service=exponential --rw=randread --bs=4k --runtime=10 --time_based \
              --name=closed --name=open --rate_iops=10000 --rate_process=poisson --stonewall",
    sources: &[TopicSource {
        title: "Schroeder et al., Open Versus Closed: A Cautionary Tale, NSDI 2006",
        url: "https://www.usenix.org/conference/nsdi-06/open-versus-closed-cautionary-tale",
    }],
};

pub static NOISE: Topic = Topic {
    name: "noise",
    aliases: &["repeats", "repeat", "confidence-interval", "variance"],
    text: text!(noise),
    figure: "\
runs                      5        6        8       10       20
interval (ranks)        1 to 5   1 to 6   1 to 8   2 to 9   6 to 15
confidence              93.8 %   96.9 %   99.2 %   97.9 %   95.9 %",
    command: "fiord run --repeat 6 --size=64m --unlink=1 --rw=randread --bs=4k --direct=1 --runtime=1 --time_based \
              --name=r",
    sources: &[
        TopicSource {
            title: "Maricq et al., Taming Performance Variability, OSDI 2018",
            url: "https://www.usenix.org/conference/osdi18/presentation/maricq",
        },
        TopicSource {
            title: "Hoefler and Belli, Scientific Benchmarking of Parallel Computing Systems, SC 2015",
            url: "https://doi.org/10.1145/2807591.2807644",
        },
    ],
};

pub static DATA_SHEETS: Topic = Topic {
    name: "data-sheets",
    aliases: &["data-sheet", "datasheet", "spec-sheet", "preconditioning"],
    text: text!(data_sheets),
    figure: "\
data sheet    QD 64    800,000 IOPS    80 µs
one program   QD  1     12,500 IOPS    80 µs    the same drive",
    command: "fiord study run sim-fresh-to-steady",
    sources: &[TopicSource {
        title: "SNIA, Solid State Storage Performance Test Specification",
        url: "https://www.snia.org/tech_activities/standards/curr_standards/pts",
    }],
};

pub static LATENCY_LADDER: Topic = Topic {
    name: "latency-ladder",
    aliases: &["latency", "latency-numbers", "memory-hierarchy"],
    text: text!(latency_ladder),
    figure: "\
L1 cache             1 ns      read() from page cache       1 µs
L2 cache             4 ns      NVMe read, QD 1         50-100 µs
L3 cache         10-40 ns      network, same room     20-500 µs
memory             100 ns      hard disk, random         5-10 ms
                               network, other continent   150 ms",
    command: "fiord run --size=64m --unlink=1 --rw=randread --runtime=1 --time_based --name=mmap --ioengine=mmap \
              --pre_read=1 --name=pread --pre_read=1 --stonewall --name=direct --direct=1 --stonewall",
    sources: &[TopicSource {
        title: "Scott, Latency Numbers Every Programmer Should Know",
        url: "https://colin-scott.github.io/personal_website/research/interactive_latency.html",
    }],
};
