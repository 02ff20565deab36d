title = Block size and request splitting
text =
    The block size of a job is the size of its system calls. The kernel splits I/Os that are larger than `max_sectors_kb` of the device, and merges neighbours that wait in the queue.
    So the device sees other requests than the job made. The latency of a split I/O is that of its last part.
    Writes that are smaller than a unit below (sector, page, RAID stripe), or cross its border, cost more: the rest of the unit is read first, and all of it is written.
measuring = Use the block size of your program: 8 KiB for PostgreSQL, 16 KiB for InnoDB. Align partitions and files. Compare IOPS only at the request size that the device saw.
shows = The finding `requests` says into how many requests each read of 4 MiB was split.
