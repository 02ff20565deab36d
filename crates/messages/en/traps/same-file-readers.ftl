plan-title = several workers read the same blocks of one file
plan-why = what the first brings into a cache serves the others: the sum counts blocks that moved once as often as there are workers
plan-advice = give each worker a part: offset_increment with size; or read at random from a region much larger than every cache
plan-example = 
    fio --name=r --filename=cold --rw=read --ioengine=libaio --iodepth=8 --direct=1 --bs=1m --size=15G --numjobs=8
    Eight workers read the same 15 GiB at the same time, in the same order.
run-title = several workers read the same blocks of one file
run-why = what the first brings into a cache serves the others: the sum of their rates can be more than the disk moved
run-advice = set offset_increment=SIZE so that each has its own part
run-example = numjobs=16 with filename=/data/f and rw=read: 16 × 100 MiB are read of the same 100 MiB.
