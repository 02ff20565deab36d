//! Inside the drive: flash, and disks with arms.

use super::{Topic, TopicSource, text};

const OSTEP_FLASH: TopicSource = TopicSource {
    title: "Arpaci-Dusseau, Operating Systems: Three Easy Pieces, Flash-based SSDs",
    url: "https://pages.cs.wisc.edu/~remzi/OSTEP/file-ssd.pdf",
};

const JESD218: TopicSource = TopicSource {
    title: "JEDEC JESD218, Solid-State Drive Requirements and Endurance Test Method",
    url: "https://www.jedec.org/standards-documents/docs/jesd218b01",
};

pub static SEQUENTIAL_RANDOM: Topic = Topic {
    name: "sequential-random",
    aliases: &["random", "sequential", "seek", "hard-disk", "hdd"],
    text: text!(sequential_random),
    figure: "\
(typical)              hard disk, 7,200 rpm         NVMe SSD
random 4k,  QD  1      100 IOPS      0.4 MB/s      12,000 IOPS      50 MB/s
random 4k,  QD 32      200 IOPS      0.8 MB/s     300,000 IOPS   1,200 MB/s
sequential 1m                        200 MB/s                    3,000 MB/s",
    command: "fiord study run sim-disk-flash",
    sources: &[
        TopicSource {
            title: "Arpaci-Dusseau, Operating Systems: Three Easy Pieces, Hard Disk Drives",
            url: "https://pages.cs.wisc.edu/~remzi/OSTEP/file-disks.pdf",
        },
        TopicSource {
            title: "He et al., The Unwritten Contract of Solid State Drives, EuroSys 2017",
            url: "https://doi.org/10.1145/3064176.3064187",
        },
    ],
};

pub static ERASE_BLOCKS: Topic = Topic {
    name: "erase-blocks",
    aliases: &["erase-block", "flash-pages", "flash", "nand"],
    text: text!(erase_blocks),
    figure: "\
block    [page][page][page] ... [page]    hundreds to thousands of pages
read     one page        25-100 µs
program  one page     200-1,400 µs        only after an erase
erase    whole block     1.5-5 ms",
    command: "fiord study run sim-block-size",
    sources: &[
        OSTEP_FLASH,
        TopicSource {
            title: "Agrawal et al., Design Tradeoffs for SSD Performance, USENIX 2008",
            url: "https://www.usenix.org/legacy/event/usenix08/tech/full_papers/agrawal/agrawal.pdf",
        },
    ],
};

pub static TRANSLATION_LAYER: Topic = Topic {
    name: "translation-layer",
    aliases: &["ftl", "flash-translation-layer", "mapping", "offset"],
    text: text!(translation_layer),
    figure: "\
write address 7    map[7] = die 0, block 12, page 3
write address 7    map[7] = die 3, block 40, page 0    page 3 is invalid
trim  address 7    map[7] = none                       a read needs no flash",
    command: "fiord run --filesize=64m --unlink=1 --direct=1 --rw=randread --size=16m --runtime=2 --time_based \
              --name=first --name=last --offset=48m --stonewall",
    sources: &[
        OSTEP_FLASH,
        TopicSource {
            title: "Gupta et al., DFTL: a Flash Translation Layer Employing Demand-based Selective Caching, ASPLOS 2009",
            url: "https://doi.org/10.1145/1508244.1508271",
        },
    ],
};

pub static GARBAGE_COLLECTION: Topic = Topic {
    name: "garbage-collection",
    aliases: &["gc", "write-amplification", "waf", "steady-state"],
    text: text!(garbage_collection),
    figure: "\
over-provisioning        7 %    12 %    28 %    50 %
A, random writes         7.0     4.5     2.4     1.7  greedy, 64-page blocks
A, sequential writes     1       1       1       1",
    command: "fiord study run sim-over-provisioning",
    sources: &[
        TopicSource {
            title: "Desnoyers, Analytic Models of SSD Write Performance, ACM Transactions on Storage 2014",
            url: "https://doi.org/10.1145/2577384",
        },
        TopicSource {
            title: "Xiang and Kurkoski, An Improved Analytical Expression for Write Amplification in NAND Flash",
            url: "https://arxiv.org/abs/1110.4245",
        },
    ],
};

pub static OVER_PROVISIONING: Topic = Topic {
    name: "over-provisioning",
    aliases: &["op", "overprovisioning", "trim", "fstrim", "spare-space"],
    text: text!(over_provisioning),
    figure: "\
128 GiB of flash = 137.4 GB (T)
128 GB in use (U)    (137.4 - 128) / 128 =  7.4 %    A = 6.7
 96 GB in use        (137.4 -  96) /  96 = 43 %      A = 1.8",
    command: "fiord study run sim-full-drive",
    sources: &[
        TopicSource {
            title: "Frankie et al., Solid State Disk Object-Based Storage with Trim Commands",
            url: "https://arxiv.org/abs/1210.5975",
        },
        TopicSource {
            title: "fstrim(8)",
            url: "https://man7.org/linux/man-pages/man8/fstrim.8.html",
        },
    ],
};

pub static SLC_CACHE: Topic = Topic {
    name: "slc-cache",
    aliases: &["pslc", "turbowrite", "write-cliff", "folding"],
    text: text!(slc_cache),
    figure: "\
MB/s  |##########                         SLC cache
      |##########
      |##########.......                  direct writes to TLC
      |##########.......___________       new data, and old data is moved
      +----------------------------> bytes written",
    command: "fiord study run sim-slc-cache",
    sources: &[TopicSource {
        title: "TechPowerUp, XPG Atom 50 review: pSLC cache",
        url: "https://www.techpowerup.com/review/adata-xpg-atom-50-1-tb/6.html",
    }],
};

pub static WEAR_LEVELLING: Topic = Topic {
    name: "wear-levelling",
    aliases: &["wear-leveling", "wear", "tbw", "dwpd", "endurance", "lifetime"],
    text: text!(wear_levelling),
    figure: "\
cells     capacity × P/E cycles / A            1 TB × 1,000 / 2.5 = 400 TB
warranty  TBW of the data sheet                                     300 TB
DWPD      TBW / (capacity × days of warranty)  300 / (1 × 1,825)  = 0.16",
    command: "fiord study run sim-wear-levelling",
    sources: &[
        JESD218,
        TopicSource {
            title: "Meza et al., A Large-Scale Study of Flash Memory Failures in the Field, SIGMETRICS 2015",
            url: "https://doi.org/10.1145/2745844.2745848",
        },
    ],
};

pub static CELL_TYPES: Topic = Topic {
    name: "cell-types",
    aliases: &["slc", "mlc", "tlc", "qlc", "cells"],
    text: text!(cell_types),
    figure: "\
\x20      bits   levels    read         program    P/E cycles
SLC      1       2     25 µs      200-300 µs       100,000
MLC      2       4     50 µs      600-900 µs         3,000
TLC      3       8     75 µs    900-1,350 µs         1,000
QLC      4      16    longer          longer         fewer",
    command: "fiord study run sim-cell-types",
    sources: &[
        OSTEP_FLASH,
        TopicSource {
            title: "HP, Differences between SLC, MLC and TLC NAND",
            url: "https://www.manualshelf.com/manual/hp/p6q45us/solid-state-drive-technology-differences-between-slc-mlc-and-tlc-nand-english/page-3.html",
        },
    ],
};

pub static DATA_RETENTION: Topic = Topic {
    name: "data-retention",
    aliases: &["retention", "power-loss", "power-failure"],
    text: text!(data_retention),
    figure: "\
JESD218: data without power, at the end of the rated writes
client       1 year      at 30 °C
enterprise   3 months    at 40 °C",
    command: "fiord prepare fiord-topic --size=64m",
    sources: &[
        JESD218,
        TopicSource {
            title: "Zheng et al., Understanding the Robustness of SSDs under Power Fault, FAST 2013",
            url: "https://www.usenix.org/conference/fast13/technical-sessions/presentation/zheng",
        },
    ],
};

pub static THERMAL_THROTTLING: Topic = Topic {
    name: "thermal-throttling",
    aliases: &["thermal", "temperature", "overheating"],
    text: text!(thermal_throttling),
    figure: "\
temperature   __/''''\\__/''''\\__/''     TMT1
rate          ''\\____/''\\____/''\\_",
    command: "fiord run --ioengine=sim --sim_drift=10000 --rw=randread --bs=4k --runtime=60 --time_based --name=hot",
    sources: &[
        TopicSource {
            title: "nvme-feat-hctm(1): host controlled thermal management",
            url: "https://man.archlinux.org/man/nvme-feat-hctm.1.en",
        },
        TopicSource {
            title: "NVM Express specifications",
            url: "https://nvmexpress.org/specifications/",
        },
    ],
};
