plan-title = Writes counted before they are on the disk
plan-why = A buffered write is complete when the data is in memory. The kernel writes the data to the disk later. The time for data that is still in memory at the end is never counted.
plan-advice = For throughput, set end_fsync=1 and write more data than fits in memory. For durable writes, set fsync=1, fdatasync=1 or sync=dsync. For the device's own speed, set direct=1.
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --size=1G --bs=1m
    1 GiB is less than the dirty limit: the run ends before all data is on the disk.

run-title = Writes counted before they were on the disk
run-why = The throughput is that of copies into memory. The disk writes later, after the end of the measured time.
run-advice = Set direct=1, or set end_fsync=1 so that the wait for the disk is part of the run.
run-example = 1 GiB is written with direct=0 in half a second. At the end, 900 MiB of it are dirty pages.

never-synced-fits = With direct=0 and without a sync, all { $written } that the job writes can stay in memory (dirty limit { $limit }).
never-synced-rest = With direct=0 and without a sync, up to { $limit } of the { $written } written can still be in memory at the end.
never-synced = With direct=0 and without a sync, a write counts as complete when its data is in memory.
no-sync-at-all = The job never syncs the data.
synced-at-end = With direct=0, the job writes { $written } into the page cache. Only the dirty limit and the sync at the end make the job wait for the disk.
synced-at-end-fits = With direct=0, the job writes { $written }, less than twice the memory, into the page cache. Only the dirty limit and the sync at the end make the job wait for the disk.
synced-at-end-region = With direct=0, the job writes a region smaller than twice the memory into the page cache. Only the dirty limit and the sync at the end make the job wait for the disk.
synced-at-end-unknown = With direct=0, the job writes the data into the page cache. Only the dirty limit and the sync at the end make the job wait for the disk.
left = { $share } of the { $issued } written had not reached the disk at the end.
dirty = { $dirty } were dirty pages.
devices-wrote = { $devices } wrote { $written } of the issued data.
# $option: an option of mount(8).
syncs-ignored = The jobs wrote { $issued } into the page cache. The file system is mounted with { $option }, so no sync waited for the disk.

why-synced-at-end = Bandwidth and IOPS include the sync at the end, but the kernel merges writes before they reach the disk. The latency of most writes is that of memory.
advice-synced-at-end = Use only the bandwidth of the whole run. For latency, set fsync=1 or direct=1.
advice-mapped = Set fsync=N so that the wait for the disk is part of the run. For the disk's own speed, use another I/O engine with direct=1.
advice-synced = Check the mount options and the layers below the file: the jobs sync, but the data did not reach the disk.
