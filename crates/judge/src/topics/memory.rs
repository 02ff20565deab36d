//! Between a program's call and the disk: caches, and when data is safe.

use super::{Topic, TopicSource, text};

pub static PAGE_CACHE: Topic = Topic {
    name: "page-cache",
    aliases: &["cache", "buffered", "buffered-io"],
    text: text!(page_cache),
    figure: "\
read()  --> page cache --- hit --> about 1 µs
                |
               miss --> disk       50-100 µs (flash), 5-10 ms (hard disk)

write() --> page cache (dirty) ... later ... --> disk",
    command: "fiord run --name=warm --filename=fiord-topic --size=64m --unlink=1 --rw=randread --bs=4k \
              --pre_read=1 --runtime=2 --time_based",
    sources: &[TopicSource {
        title: "Linux kernel: memory management concepts, Page cache",
        url: "https://docs.kernel.org/admin-guide/mm/concepts.html",
    }],
};

pub static READ_AHEAD: Topic = Topic {
    name: "read-ahead",
    aliases: &["readahead", "prefetch", "prefetching"],
    text: text!(read_ahead),
    figure: "\
program   4k 4k 4k 4k ... 4k   4k 4k 4k 4k ... 4k      32 calls each
disk      [     128 KiB    ]   [     128 KiB    ]      1 request each",
    command: "fiord run --size=64m --unlink=1 --bs=4k --rw=read --name=seq --name=rand --rw=randread --stonewall",
    sources: &[
        TopicSource {
            title: "Linux kernel: memory management APIs, Readahead",
            url: "https://docs.kernel.org/core-api/mm-api.html",
        },
        TopicSource {
            title: "readahead(2)",
            url: "https://man7.org/linux/man-pages/man2/readahead.2.html",
        },
    ],
};

pub static DIRECT_IO: Topic = Topic {
    name: "direct-io",
    aliases: &["direct", "o-direct"],
    text: text!(direct_io),
    figure: "\
buffered   program --> copy --> page cache --> block layer --> device
O_DIRECT   program --------------------------> block layer --> device",
    command: "fiord run --size=64m --unlink=1 --rw=randread --invalidate=0 --runtime=2 --time_based --name=buffered \
              --name=direct --direct=1 --stonewall",
    sources: &[TopicSource {
        title: "open(2), O_DIRECT",
        url: "https://man7.org/linux/man-pages/man2/open.2.html",
    }],
};

pub static WRITEBACK: Topic = Topic {
    name: "writeback",
    aliases: &["dirty-pages", "dirty-ratio", "buffered-writes"],
    text: text!(writeback),
    figure: "\
dirty  |              .-------  dirty_ratio: writers as slow as the disk
pages  |          .-'
       |      .-'               dirty_background_ratio: writeback starts
       |  .-'
       +----------------------> time",
    command: "fiord run --size=256m --unlink=1 --rw=write --bs=1m --name=cached --name=synced --end_fsync=1 --stonewall",
    sources: &[TopicSource {
        title: "Linux kernel: /proc/sys/vm/, dirty_ratio and others",
        url: "https://docs.kernel.org/admin-guide/sysctl/vm.html",
    }],
};

pub static FSYNC: Topic = Topic {
    name: "fsync",
    aliases: &["fdatasync", "sync", "fua", "flush", "durability"],
    text: text!(fsync),
    figure: "\
write()             --> page cache
fsync()             --> write pages --> commit journal --> FLUSH --> done
O_DIRECT with FUA   --> write to non-volatile storage ------------> done",
    command: "fiord run --bs=4k --unlink=1 --rw=write --name=cached --size=64m --name=synced --size=4m --fsync=1 \
              --stonewall",
    sources: &[
        TopicSource {
            title: "fsync(2)",
            url: "https://man7.org/linux/man-pages/man2/fsync.2.html",
        },
        TopicSource {
            title: "Linux kernel: Explicit volatile write back cache control",
            url: "https://docs.kernel.org/block/writeback_cache_control.html",
        },
    ],
};

pub static POWER_LOSS_PROTECTION: Topic = Topic {
    name: "power-loss-protection",
    aliases: &[
        "plp",
        "barriers",
        "write-barriers",
        "volatile-cache",
        "capacitors",
    ],
    text: text!(power_loss_protection),
    figure: "\
\x20             write    flush    after a power failure
volatile      fast     slow     what was not flushed is lost
cache + PLP   fast     fast     the cache is saved
cache off     slow     -        nothing was in a cache",
    command: "fiord study run sim-sync-writes",
    sources: &[
        TopicSource {
            title: "Linux kernel: Explicit volatile write back cache control",
            url: "https://docs.kernel.org/block/writeback_cache_control.html",
        },
        TopicSource {
            title: "Zheng et al., Understanding the Robustness of SSDs under Power Fault, FAST 2013",
            url: "https://www.usenix.org/conference/fast13/technical-sessions/presentation/zheng",
        },
    ],
};
