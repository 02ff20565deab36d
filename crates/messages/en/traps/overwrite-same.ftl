plan-title = the same blocks written again and again
plan-why = blocks that are rewritten before they reach the disk are written once and counted every time; nearly all blocks touched means that neighbours merge into large sequential writes
plan-advice = take a region several times as large as io_size, or direct=1 for rewrites that all reach the disk
plan-example = 
    fio --name=w --rw=randwrite --randrepeat=0 --ioengine=sync --direct=0 --end_fsync=1 --size=1G --io_size=4G --bs=4k
    17.7 MB/s with io_size=100M, 78.3 MB/s with io_size=4G, on the same gigabyte.
run-title = the same blocks were written again and again
run-why = what is rewritten before it reaches the disk is written once and counted every time
run-advice = take a region several times as large as io_size, or direct=1 for rewrites that all reach the disk
run-example = size=8m with io_size=32m: 32 MiB are written to 8 MiB of different blocks.
