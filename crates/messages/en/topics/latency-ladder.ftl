title = Latency, from the CPU cache to the network
text =
    Each level of storage is larger, cheaper and slower than the level above it. A program is fast if it mostly finds its data near the top.
    A hit in the page cache takes about 1 µs, because it needs a system call and a copy. A flash read takes tens of µs. A hard disk must move an arm and wait.
    If 1 ns were 1 s, memory would take 2 minutes, NVMe a day, a disk 4 months.
measuring = Check whether a number is possible. A read of less than 10 µs almost certainly did not come from NAND flash. 15,000 random IOPS at queue depth 1 did not come from a hard disk. Such numbers come from a cache.
shows = Median latency of a cached page by mmap and pread, and of a direct read.
