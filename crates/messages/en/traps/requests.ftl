run-title = the device's requests are not the job's I/Os
run-why = IOPS and latencies of the job are those of its I/Os; the device did larger or smaller requests, and other numbers of them
run-advice = read the bandwidth, or compare IOPS at the block size that the device saw
run-example = rw=write with bs=4k, buffered: 262,144 writes reach sda as 8,192 requests of 128 KiB.
