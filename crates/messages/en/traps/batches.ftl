plan-title = Latency blurred by batches
plan-why = In a batch an I/O waits for the others, and this wait counts as latency of the device.
plan-advice = Use a batch size of 1 to measure latency. Use large batches only to measure IOPS.
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --iodepth=64 --iodepth_batch_complete_min=16 --size=4G --rw=randread
    The job sees the first of 16 completions only when the last is done.

run-title = Latency blurred by batches
run-why = With one timestamp per batch, all I/Os of a batch look as slow as its last.
run-advice = Set iodepth_batch_complete_min=1 for latency.
run-example = iodepth_batch_complete_min=16: p50 is near p99, because each I/O is as late as the last of its batch of 16.

awaited = The job waits for at least { $batch } completions at a time: each I/O is as late as the last of its batch.
submitted = The job submits I/Os in batches of up to { $batch }: the first of a batch waits for the last.
taken = The job waited for at least { $batch } completions at a time.
