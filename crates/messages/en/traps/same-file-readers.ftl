plan-title = Several workers on the same blocks of one file
plan-why = The first worker can fill a cache from which the other workers read. The total counts each block once per worker, even if the disk read the block only once.
plan-advice = Set offset_increment with size so that each worker reads its own part. Or use random reads of a region much larger than every cache.
plan-example =
    fio --name=r --filename=cold --rw=read --ioengine=libaio --iodepth=8 --direct=1 --bs=1m --size=15G --numjobs=8
    Eight workers read the same 15 GiB at the same time, each from start to end.

run-title = Several workers on the same blocks of one file
run-why = The first worker can fill a cache from which the other workers read. The sum of their rates can be higher than the throughput of the disk.
run-advice = Set offset_increment=SIZE so that each worker has its own part.
run-example = numjobs=16 with filename=/data/f and rw=read: the job reads 16 × 100 MiB from the same 100 MiB.

clones-sequential = { $at-most ->
    [yes] At most { $share }
   *[no] { $share }
 } of the bytes are distinct: { $workers } workers read the same region of one { $on-device ->
    [yes] device
   *[no] file
 } sequentially.
clones-random = { $at-most ->
    [yes] At most { $share }
   *[no] { $share }
 } of the bytes are distinct: { $workers } workers read at random offsets in the same region of one { $on-device ->
    [yes] device
   *[no] file
 }.
# A random job whose reads are sequential all the same (percentage_random=0).
clones-undrawn = { $at-most ->
    [yes] At most { $share }
   *[no] { $share }
 } of the bytes are distinct: { $workers } workers share a region of one { $on-device ->
    [yes] device
   *[no] file
 } and read it sequentially at the same offsets.
# Their regions begin apart and overlap.
clones-shifted = { $at-most ->
    [yes] At most { $share }
   *[no] { $share }
 } of the bytes are distinct: { $workers } workers read overlapping regions of one { $on-device ->
    [yes] device
   *[no] file
 }, because offset_increment is smaller than the region of a worker.
met = { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } read { $issued } from only { $distinct } of distinct blocks ({ $share }).
# $file: the one file, where $files is 1.
met-in-files = { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } read { $issued } from only { $distinct } of distinct blocks of { $files ->
    [one] { $file }
   *[other] { $files } files
 } ({ $share }).
# $reason: why the blocks were not counted.
met-inferred = The share is inferred from the ranges of the workers, not counted: { $reason }.
