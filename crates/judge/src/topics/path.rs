//! Between the program and the drive: block layer, volumes, links, networks.

use super::{Topic, TopicSource, text};

pub static BLOCK_SIZE: Topic = Topic {
    name: "block-size",
    aliases: &["request-size", "splitting", "bs", "alignment"],
    text: text!(block_size),
    figure: "\
job       read of 4,096 KiB
kernel    max_sectors_kb = 1,280:  1,280 | 1,280 | 1,280 | 256 KiB
device    4 requests in parallel",
    command: "fiord run -v --size=64m --unlink=1 --rw=read --direct=1 --bs=4m --runtime=2 --time_based --name=large",
    sources: &[TopicSource {
        title: "Linux kernel: sysfs-block, max_sectors_kb and others",
        url: "https://www.kernel.org/doc/Documentation/ABI/stable/sysfs-block",
    }],
};

pub static IO_SCHEDULERS: Topic = Topic {
    name: "io-schedulers",
    aliases: &[
        "schedulers",
        "io-scheduler",
        "elevator",
        "mq-deadline",
        "bfq",
        "kyber",
    ],
    text: text!(io_schedulers),
    figure: "\
none          first come, first served       NVMe, virtual machines
mq-deadline   by address, with deadlines     hard disks; the usual default
              (reads 500 ms, writes 5 s)
kyber         limits the queue for latency   fast devices
bfq           shares between processes       desktops; most CPU time",
    command: "fiord doctor --no-look .",
    sources: &[
        TopicSource {
            title: "Linux kernel: Switching Scheduler",
            url: "https://docs.kernel.org/block/switching-sched.html",
        },
        TopicSource {
            title: "Linux kernel: Deadline IO scheduler tunables",
            url: "https://docs.kernel.org/block/deadline-iosched.html",
        },
        TopicSource {
            title: "Linux kernel: BFQ",
            url: "https://docs.kernel.org/block/bfq-iosched.html",
        },
    ],
};

pub static LVM: Topic = Topic {
    name: "lvm",
    aliases: &[
        "logical-volumes",
        "logical-volume",
        "stripes",
        "striping",
        "snapshots",
    ],
    text: text!(lvm),
    figure: "\
linear     disk A [ 0 1 2 3 4 5 ]    then    disk B [ 6 7 8 9 ]

striped    disk A [ 0 2 4 6 8 ]
           disk B [ 1 3 5 7 9 ]",
    command: "fiord doctor -v --no-look .",
    sources: &[
        TopicSource {
            title: "lvcreate(8)",
            url: "https://man7.org/linux/man-pages/man8/lvcreate.8.html",
        },
        TopicSource {
            title: "Linux kernel: dm-stripe",
            url: "https://docs.kernel.org/admin-guide/device-mapper/striped.html",
        },
    ],
};

pub static RAID: Topic = Topic {
    name: "raid",
    aliases: &["raid5", "raid6", "raid10", "raid-controller", "mdraid"],
    text: text!(raid),
    figure: "\
\x20         space     small write    disks that may fail
RAID 0    n         1 I/O          0
RAID 1,10 n / 2     2              1 of each pair
RAID 5    n - 1     4              1
RAID 6    n - 2     6              2",
    command: "fiord run --ioengine=sim --sim_write_cache=64m --sim_write_ns=4000000 --sim_parallelism=8 --iodepth=32 \
              --rw=randwrite --runtime=60 --time_based --name=r",
    sources: &[
        TopicSource {
            title: "Arpaci-Dusseau, Operating Systems: Three Easy Pieces, Redundant Disk Arrays",
            url: "https://pages.cs.wisc.edu/~remzi/OSTEP/file-raid.pdf",
        },
        TopicSource {
            title: "md(4)",
            url: "https://man7.org/linux/man-pages/man4/md.4.html",
        },
    ],
};

pub static DEVICE_MAPPER: Topic = Topic {
    name: "device-mapper",
    aliases: &["dm", "dm-crypt", "luks", "encryption"],
    text: text!(device_mapper),
    figure: "\
file system
dm-crypt     + CPU time per byte, worker threads
dm-linear    + a table lookup
NVMe",
    command: "fiord run --ioengine=sim --rw=read --bs=128k --runtime=10 --time_based --name=plain --name=crypt \
              --sim_per_kib_ns=500 --stonewall",
    sources: &[
        TopicSource {
            title: "Linux kernel: dm-crypt",
            url: "https://docs.kernel.org/admin-guide/device-mapper/dm-crypt.html",
        },
        TopicSource {
            title: "Cloudflare, Speeding up Linux disk encryption",
            url: "https://blog.cloudflare.com/speeding-up-linux-disk-encryption/",
        },
    ],
};

pub static INTERFACES: Topic = Topic {
    name: "interfaces",
    aliases: &["sata", "sas", "nvme", "m2", "u2", "aic", "pcie"],
    text: text!(interfaces),
    figure: "\
\x20         queues × commands    link             throughput, about
SATA 3         1 × 32          6 Gbit/s            550 MB/s
SAS 3          1 × hundreds    12 Gbit/s         1,100 MB/s
NVMe      65,535 × 65,536      PCIe 3/4/5 x4     3,500 / 7,000 / 14,000 MB/s",
    command: "fiord run --ioengine=sim --sim_parallelism=32 --sim_bytes_limit=550000000 --rw=read --bs=128k \
              --iodepth=32 --runtime=10 --time_based --name=sata",
    sources: &[
        TopicSource {
            title: "NVM Express specifications",
            url: "https://nvmexpress.org/specifications/",
        },
        TopicSource {
            title: "Xu et al., Performance Analysis of NVMe SSDs and their Implication on Real World Databases, SYSTOR 2015",
            url: "https://doi.org/10.1145/2757667.2757684",
        },
    ],
};

pub static SAN: Topic = Topic {
    name: "san",
    aliases: &["nvme-of", "nvmeof", "iscsi", "fibre-channel", "network-storage"],
    text: text!(san),
    figure: "\
host --> network --> target --> drive
latency = round trip + target + drive    QD 1: 20 + 10 + 80 = 110 µs
IOPS    = in flight / latency            QD 1: 9,091, local 12,500",
    command: "fiord run --ioengine=sim --rw=randread --bs=4k --runtime=10 --time_based --name=local --name=remote \
              --sim_read_ns=110000 --stonewall",
    sources: &[
        TopicSource {
            title: "Guz et al., NVMe-over-Fabrics Performance Characterization, SYSTOR 2017",
            url: "https://doi.org/10.1145/3078468.3078483",
        },
        TopicSource {
            title: "NVM Express specifications",
            url: "https://nvmexpress.org/specifications/",
        },
    ],
};

pub static CLOUD_VOLUMES: Topic = Topic {
    name: "cloud-volumes",
    aliases: &["cloud", "credits", "burst", "token-bucket", "ebs"],
    text: text!(cloud_volumes),
    figure: "\
IOPS 3,000 |##############                gp2, 100 GiB
           |##############
       300 |##############--------------
           +-------------+-------------> time
                      2,000 s",
    command: "fiord run --ioengine=sim --sim_iops_limit=3000 --sim_burst_ios=100000 --rw=randread \
              --iodepth=16 --runtime=100 --time_based --name=credits",
    sources: &[
        TopicSource {
            title: "AWS, Amazon EBS General Purpose SSD volumes",
            url: "https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html",
        },
        TopicSource {
            title: "AWS, Why is the burst balance for my Amazon EBS volume low?",
            url: "https://repost.aws/knowledge-center/ebs-volume-burst-balance-low",
        },
    ],
};
