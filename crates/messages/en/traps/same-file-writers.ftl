plan-title = several workers write the same blocks of one file
plan-why = they overwrite each other's blocks: caches and merging serve most of it, and the sum counts blocks that moved once as often as there are workers
plan-advice = give each worker a file (leave filename out), or a part: offset_increment with size
plan-example = 
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=15G --io_size=10G --bs=1024k --numjobs=32 --group_reporting
    32 workers wrote the same 15 GiB: 2345 MB/s, against 187 MB/s when each had a file of its own.
run-title = several workers wrote the same blocks of one file
run-why = they overwrote each other's blocks: the sum of their rates is more than the disk moved
run-advice = give each worker a file (leave filename out), or set offset_increment=SIZE so that each has its own part
run-example = numjobs=16 with filename=/data/f: 16 × 100 MiB are written to the same 100 MiB.
