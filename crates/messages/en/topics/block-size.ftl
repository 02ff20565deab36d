title = Block size and request splitting
text =
    The block size of a job is the size of each I/O that it submits. The kernel splits I/Os that are larger than `max_sectors_kb` of the device, and merges adjacent requests that wait in the queue.
    So the requests at the device differ from the I/Os of the job. The latency of a split I/O is that of its last part.
    A write costs more if it is smaller than a unit of a lower layer or crosses its boundary. The rest of a sector or flash page is read first. A stripe of RAID 5 or 6 needs reads, and parity is written, too.
measuring = Use the block size of your program: 8 KiB for PostgreSQL, 16 KiB for InnoDB. Align partitions and files. Compare IOPS only if the device received requests of the same size.
shows = The finding `requests` says into how many requests each read of 4 MiB was split.
