plan-title = more I/Os asked for than the device's queue takes
plan-why = what does not fit waits in the kernel: latency grows, the device sees no more
plan-advice = keep iodepth × numjobs within the queue of the device; after the run compare IOPS × latency with what was asked
plan-example = 
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --io_size=100M --rw=randread --iodepth=32 --numjobs=32
    1024 I/Os for a queue of 256.
run-title = the requested queue depth was not reached
run-why = the result belongs to the depth that was reached, not to the one in the table
run-advice = use more workers or larger batches, or look for what holds submission up (CPU, limits, locks)
run-example = io_uring with iodepth=32 appends to a file on ext4: 31.8 of 32 I/Os are in flight, but the queue of sda holds 1 while it is busy, because the file system does writes that make a file longer one after the other.
