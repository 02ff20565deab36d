machine-title = Large read-ahead
machine-why = The kernel reads this much data ahead for buffered sequential reads, and sometimes for random reads. The throughput is that of large requests, and the disk reads more data than the job.
machine-advice = Set read_ahead_kb to 128 (the kernel's default), or to 0 to measure the disk alone. Direct I/O is not affected.
machine-example = A cloud image: the read-ahead of vda is 8192 KiB.

unknown = The read-ahead of { $device } is unknown.
of-mount = The read-ahead of files on this mount is { $kib } KiB.
usual = The read-ahead of { $device } is { $kib } KiB.
off = The read-ahead of { $device } is off.
by-stripe = The read-ahead of { $device } is { $kib } KiB, twice the optimal I/O size of the device.
large = The read-ahead of { $device } is { $kib } KiB, { $times } times the default.

why-off = Buffered sequential reads wait for every block.

advice-off = Set queue/read_ahead_kb to { $default }.
advice-by-stripe = Change nothing, or set queue/read_ahead_kb to 0 to measure the disk alone. Direct I/O is not affected.
advice-of-mount = Use direct=1: read-ahead does not affect direct I/O.
