run-title = the generator was the limit, not the disk
run-why = the device could do more; what was measured is this processor
run-advice = use more workers on more processors, larger blocks, or io_uring with fixed buffers
run-example = refill_buffers=1 with 64 KiB writes: 17,390 per second, and with these options the null engine makes 18,900.
