plan-title = latency blurred by batches
plan-why = in batches an I/O waits for its neighbours, and that wait counts as the device's
plan-advice = set batches of 1 for latency, large ones for IOPS only
plan-example = 
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --iodepth=64 --iodepth_batch_complete_min=16 --size=4G --rw=randread
    The first of 16 completions is seen with the last.
run-title = latency was blurred by batches
run-why = with one stamp per batch all of a batch look as slow as its last
run-advice = set iodepth_batch_complete_min=1 for latency
run-example = iodepth_batch_complete_min=16: p50 is near p99, because each I/O is as late as the last of its sixteen.
