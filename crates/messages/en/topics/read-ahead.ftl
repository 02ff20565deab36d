title = Read-ahead
text =
    If a program reads a file sequentially through the page cache, the kernel reads more than the program asked for. The window grows while the reads stay sequential, up to `read_ahead_kb` of the device (128 KiB by default).
    So 32 reads of 4 KiB become one request of 128 KiB. The next pages arrive while the program works on the current ones.
    Random reads get little read-ahead, because it would fetch data that is not needed. Direct I/O gets none.
measuring = A sequential buffered read of 4 KiB measures read-ahead and memory, not requests of 4 KiB. Its IOPS are not those of the disk. Set direct=1 for the latency of the device. Keep read-ahead on to measure the speed of a program such as cp.
shows = The sequential job has a much lower median latency than the random job with the same block size, because most of its reads find their page in memory.
