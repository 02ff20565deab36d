title = Device mapper and encryption
text =
    The device mapper makes a block device from others: linear and striped volumes, snapshots, caches, encryption (dm-crypt, LUKS). Each layer passes I/O down and adds CPU time, and some add I/O of their own.
    dm-crypt encrypts on the CPU. With AES instructions a core does some GB/s, so the cost grows with the bytes. Its worker threads add latency. The options no_read_workqueue and no_write_workqueue avoid them.
    dm-crypt passes discards down only if it is told to (allow_discards).
measuring = Measure at the top and at the bottom of the stack: the difference is the cost of the layers. Do not add up the counters of dm devices and disks, because they count the same bytes. Watch the CPUs, which can be the limit.
shows = The second job pays 0.5 µs per KiB for encryption (2 GB/s). Blocks of 128 KiB become slower by 64 µs.
