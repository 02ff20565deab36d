plan-title = Every run reads the same random blocks
plan-why = The second run reads exactly the blocks that the first run left in a cache: the page cache, the cache of the host or the cache of the drive.
plan-advice = Set randrepeat=0, so that every run reads other blocks, or drop the caches between runs.
plan-example =
    fio --name=test --filename=warm --rw=randread --io_size=200M --bs=4k --direct=0 --invalidate=0
    Repeated runs of this command gave 2 GB/s from the page cache. With `randrepeat=0` they did not: 200 MiB at new random offsets in 2 GiB rarely hit the cached blocks.

in-memory = With randrepeat=1 (the default) every run reads the same { $read }, and with direct=0 and invalidate=0 this data stays in the page cache.
# Follows `in-memory`.
in-memory-warm = { $share } of the target is in the page cache now ({ $cached }).
# Follows `in-memory`.
in-memory-cold = At most 1 % of the target is in the page cache now. The first run reads from the disk, and later runs read from the page cache.
below = With randrepeat=1 (the default) every run repeats the same { $read } of reads.
# Follows `below`.
below-virtual = The host of this virtual disk can cache that much.
