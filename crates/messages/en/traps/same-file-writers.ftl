plan-title = Several workers write the same blocks of one file
plan-why = The workers overwrite each other's blocks. Caches and merging absorb most of the writes, and the total counts one block once per worker.
plan-advice = Use one file per worker (remove filename), or one part of the file per worker (offset_increment with size).
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=15G --io_size=10G --bs=1024k --numjobs=32 --group_reporting
    32 workers wrote the same 10 GiB: 2345 MB/s, against 187 MB/s with a file for each worker.

run-title = Several workers wrote the same blocks of one file
run-why = The workers overwrote each other's blocks. The sum of their rates can be higher than the throughput of the disk.
run-advice = Use one file per worker (remove filename), or set offset_increment=SIZE so that each worker has its own part.
run-example = numjobs=16 with filename=/data/f: the job writes 16 × 100 MiB to the same 100 MiB.

another-job = Job { $other } of this run writes { $path } from the same offset at the same time.
