title = Direct I/O
text =
    With O_DIRECT, data moves between program and device. The page cache is not used: each read is an I/O, and a write returns when the device has accepted the data.
    Offset, length and memory address must be multiples of a block size, usually the logical block size of the device (512 or 4096 bytes). Otherwise most file systems return EINVAL.
    Direct I/O does not make a write durable. The data can still be in the volatile cache of the drive, and only a sync flushes that cache. Some databases use direct I/O because they have a cache of their own.
measuring = Set direct=1 to test a device. For more than one I/O in flight, also set ioengine=io_uring or libaio and iodepth. Other caches remain: in the drive, in a RAID controller, and in the host of a virtual machine.
shows = The job with direct=1 has the latency of the disk. The more of the file is in memory, the faster the buffered job is.
