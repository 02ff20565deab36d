plan-title = a queue depth that a synchronous engine ignores
plan-why = each worker holds one I/O at a time: the result is that of iodepth=1, under the heading of another depth
plan-advice = set ioengine=io_uring (or libaio with direct=1) for depth, or numjobs for more synchronous workers
plan-example = 
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=500M --rw=randread --iodepth=16 --numjobs=16
    16 workers with one I/O each; the 16 behind iodepth is never used.
run-title = iodepth on a synchronous engine
run-why = a synchronous engine has one I/O in flight per worker whatever iodepth says
run-advice = set ioengine=io_uring or libaio with direct=1, or numjobs for more I/Os at once
run-example = ioengine=psync iodepth=64: the rate times the latency gives a depth of 1.0.
