title = Throughput is IOPS × block size
text =
    Throughput and IOPS are two views of one result: throughput = IOPS × block size. Small blocks give many IOPS and few MB/s, and large blocks the opposite.
    Each I/O has a fixed cost (call, command, access) and a cost per byte (bus, flash channel). The former dominates for small blocks, the latter for large.
    1 MB is 1,000,000 bytes and 1 MiB is 1,048,576 bytes, 4.9 % more. Data sheets use MB, and fio prints both.
measuring = State the block size with each number. Compare IOPS at small blocks (4 KiB, 8 KiB) and throughput at large ones (128 KiB, 1 MiB). If the throughput is the limit of the link, the link was measured.
shows = A simulated device with 80 µs per I/O and 1 µs per KiB: the three jobs have the numbers of the figure.
