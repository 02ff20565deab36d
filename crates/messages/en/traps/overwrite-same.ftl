plan-title = Repeated writes to the same blocks
plan-why = A block that is rewritten before it reaches the disk is written once but counted every time. If nearly all blocks are written, adjacent blocks are merged into large sequential writes.
plan-advice = Use a region several times as large as io_size, or set direct=1 so that every rewrite reaches the disk.
plan-example =
    fio --name=w --rw=randwrite --randrepeat=0 --ioengine=sync --direct=0 --end_fsync=1 --size=1G --io_size=4G --bs=4k
    The same 1 GiB file gives 17.7 MB/s with io_size=100M, and 78.3 MB/s with io_size=4G.

run-title = Repeated writes to the same blocks
run-why = A block that is rewritten before it reaches the disk is written once but counted every time.
run-advice = Use a region several times as large as io_size, or set direct=1 so that every rewrite reaches the disk.
run-example = size=8m with io_size=32m: the job writes 32 MiB to the same 8 MiB of blocks.

until-the-time-is-up = The target is rewritten in memory until the runtime ends (direct=0 and time_based).
until-the-time-is-up-in-part = The job writes its target again and again until the runtime ends. With invalidate=1, each pass starts the writeback of the data of the previous pass. Part of the data is still rewritten in memory.
until-the-time-is-up-sized = The target ({ $size }) is rewritten in memory until the runtime ends (direct=0 and time_based).
passes-part = The job writes { $written } to a region of { $region } ({ $share } of it).
passes-once = The job writes { $written } to a region of about the same size ({ $region }).
passes-many = The job writes { $written } to a region of { $region } ({ $passes } times its size).
uneven = The distribution prefers some blocks.
nearly-all-written = Nearly every block is written, so writeback merges adjacent blocks.
rewritten-in-memory = Blocks are rewritten in memory before they are written to the disk.
rewritten-in-part = Some of the blocks are rewritten in memory before they are written to the disk.
rewritten-on-disk = Blocks are overwritten moments after they were written.
# $file: the one file, where $files is 1.
counted = Each block was written { $times } times on average: { $issued } went to { $distinct } of distinct blocks of { $files ->
    [one] { $file }
   *[other] { $files } files
 }. { $workers ->
    [one] The distinct blocks are { $share } of the bytes written.
   *[other] The distinct blocks are { $share } of the bytes written. A block that several workers wrote is counted once per worker.
 }

why-on-disk = Every rewrite reaches the disk. A drive with a cache may still combine several rewrites into one write. Its garbage collection has less work than with writes to the whole disk.
advice-on-disk = Change nothing if the job is meant to rewrite a small region. Otherwise use a region several times as large as io_size.
