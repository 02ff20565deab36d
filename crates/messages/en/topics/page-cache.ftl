title = Page cache
text =
    Linux keeps file data in otherwise unused memory: the page cache. A read that finds its page there takes about 1 µs and needs no I/O. A miss goes to the disk.
    A buffered write copies its data into the page cache and returns. The page is now dirty, and the kernel writes it to the disk later.
    The cache has no fixed size. It grows until memory is full. Then the kernel drops pages that have not been used for a long time.
measuring = A buffered test measures memory as long as its data fits there. Set direct=1, or use a target more than twice as large as memory. After each run fiord compares the bytes of the job with those of the device.
shows = The job reads a file at random for 2 s. The verdict says that memory was measured, and how much came from the page cache.
