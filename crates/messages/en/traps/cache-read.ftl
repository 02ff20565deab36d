plan-title = Reads served from the page cache
plan-why = Throughput and latency are those of memory, not of the disk.
plan-advice = Set direct=1. To measure through the cache on purpose, use a target larger than twice the memory, and set invalidate=1.
plan-example =
    fio --name=test --filename=warm --rw=randread --size=200M --bs=4k --norandommap --runtime=60 --time_based
    Blocks repeat within a pass, and after a few hundred MiB nearly every block is in memory: 2 GB/s from a disk that does 15 MB/s.

run-title = Reads served from the page cache
run-why = The throughput is that of memory, not of the disk.
run-advice = Set direct=1, or run `fiord cache drop` and use a target larger than memory.
run-example = A 200 MiB file that was just written is read with direct=0 and invalidate=0. The disk delivers 4 MiB, and the rest comes from memory.

mapped = With ioengine=mmap data is copied from the page cache. Cached pages cost no I/O, even with direct=1.
laid-out = The file is written through the page cache just before the run, and invalidate=0 keeps it there.
left-warm = { $share } of the target ({ $cached }) is in the page cache now, and the job has direct=0 and invalidate=0.
left-warm-unknown = With direct=0 and invalidate=0 cached data stays in the page cache, and the reads come from there.
left-warm-hidden = The kernel does not show this user how much is cached.
pre-read = The whole file is read into the page cache before the clock starts (pre_read=1).
again = At least { $share } of the reads find their data in memory. The target is read { $passes } times (direct=0).
again-sized = At least { $share } of the reads find their data in memory. The target ({ $size }) is read { $passes } times (direct=0).
again-by-time = After the first pass over the target every read repeats an earlier one (direct=0 and time_based). The target fits in memory.
again-by-time-sized = After the first pass over the target every read repeats an earlier one (direct=0 and time_based). The target ({ $size }) fits in memory.
at-random = Reads go through the page cache (direct=0). With invalidate=1 the file is dropped from the cache first, so the first read of a block comes from the disk.
skewed = The distribution prefers some blocks. On a fast SSD, the job reads about { $touched } of distinct blocks (an estimate). These blocks fit in memory, so later reads of the same blocks come from memory (direct=0).
read-ahead = Reads of { $block } find all or part of their data in memory. The job is sequential with direct=0, so the kernel reads ahead in large requests.
read-ahead-sized = Reads of { $block } find all or part of their data in memory. The job is sequential with direct=0, so the kernel reads ahead in large requests (read-ahead { $kib } KiB).
# fio's disk table against the reads of the jobs.
disk-table = { $disks } served { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } for { $reads } reads with a total of { $bytes } (fio's disk statistics).
measured = The page cache delivered { $share } of the data ({ $issued } read, { $delivered } from { $devices }).
measured-compressed = { $share } of the data came from no device ({ $issued } read, { $delivered } from { $devices }). This data came from the page cache, or { $file-system } read fewer bytes because it compresses.

why-at-random = Each buffered read copies data from the page cache. Data that another program has just read costs no I/O.
why-read-ahead = Throughput is that of the kernel's requests, and latencies are partly those of memory. The disk does not see the block size of the job.

advice-mapped = Use another I/O engine with direct=1.
