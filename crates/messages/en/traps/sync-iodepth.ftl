plan-title = Queue depth ignored by a synchronous engine
plan-why = Each worker has one I/O in flight at a time. The result is that of iodepth=1, reported under another queue depth.
plan-advice = Set ioengine=io_uring (or libaio with direct=1) for queue depth, or numjobs for more synchronous workers.
plan-example =
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=500M --rw=randread --iodepth=16 --numjobs=16
    16 workers have one I/O each in flight. The value of iodepth is never used.

run-title = Queue depth ignored by a synchronous engine
run-why = A synchronous engine has one I/O in flight per worker, regardless of iodepth.
run-advice = Set ioengine=io_uring or libaio with direct=1, or numjobs for more I/Os in flight.
run-example = ioengine=psync iodepth=64: IOPS times latency is a queue depth of 1.0.

planned-one = One I/O is in flight: iodepth={ $iodepth } has no effect with ioengine={ $engine }.
planned = Each worker has one I/O in flight, { $depth } I/Os in all. The option iodepth={ $iodepth } has no effect with ioengine={ $engine }.
# $depth: the mean, by Little's law.
held = The mean queue depth of each worker was { $depth }: iodepth={ $iodepth } had no effect with ioengine={ $engine }.
