title = Queue depth and Little's law
text =
    The queue depth is the number of I/Os in flight. A flash drive has many dies that work in parallel. One small I/O uses one die.
    Little's law holds for every steady queue: I/Os in flight = IOPS × mean latency.
    Up to the parallelism of the device, a larger depth gives more IOPS at the same latency. Above it, only the wait grows. Random reads collide: with as many reads as dies, 40 % of the dies are idle, so more depth still helps.
measuring = Report IOPS with queue depth and latency. A worker of a synchronous engine (psync, mmap) has 1 I/O in flight and ignores iodepth. Check published numbers: 64 in flight at 6,164 IOPS means 10.4 ms, not 7 µs.
shows = A simulated device with 8 units of 80 µs: the three jobs have the numbers of the figure.
