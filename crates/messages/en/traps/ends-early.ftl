plan-title = a runtime that size cuts short
plan-why = without time_based the job ends when the size is done: a fast device is measured for a shorter time than a slow one, and not for the time asked
plan-advice = set time_based with runtime, or no runtime and an io_size that takes as long as you want
plan-example = 
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --rw=randread --size=2G --iodepth=64 --runtime=60
    2 GiB are done in 60 s already at 36 MB/s.
run-title = it ended before its runtime
run-why = without time_based a job ends when its size is done; the time asked for was not measured
run-advice = set time_based
run-example = runtime=60 size=1G: 1 GiB was read in 2.1 s and that was all.
