title = Device mapper and encryption
text =
    The device mapper makes a block device from others: linear and striped volumes, snapshots, caches, encryption (dm-crypt, LUKS). Each layer passes I/O down and adds CPU time, and some add I/O of their own.
    dm-crypt encrypts on the CPU. With AES instructions a core encrypts a few GB/s, so the cost grows with the bytes. The worker threads of dm-crypt add latency. The options no_read_workqueue and no_write_workqueue avoid them.
    dm-crypt passes discards down only with the option allow_discards.
measuring = Measure at the top and at the bottom of the stack: the difference is the cost of the layers. Do not add up the counters of dm devices and disks, because they count the same bytes. Watch the CPUs, which can be the limit.
shows = The second job spends 0.5 µs per KiB on encryption (2 GB/s). A block of 128 KiB takes 64 µs longer.
