title = fsync, fdatasync and FUA
text =
    write() only hands data to the kernel. fsync() returns when the data and metadata of the file are on the storage: the kernel writes the dirty pages, the file system commits its journal, and the drive flushes its volatile cache.
    fdatasync() leaves out metadata that is not needed to read the data, such as times. FUA (force unit access) marks one write that must be on non-volatile storage when it completes. It does not flush the rest of the cache.
    A database makes each commit durable with such a call. So the fsync latency limits the commits per second, unless one call serves several commits.
measuring = Read the line `sync`, not the latency of the writes. The p99 of fdatasync shows whether a disk is fast enough for a log: etcd needs less than 10 ms. With power-loss protection p99 is tens of µs, otherwise often several ms.
shows = Both jobs write blocks of 4 KiB, and the second job calls fsync after each write. So its write IOPS equal the IOPS in the line `sync`.
