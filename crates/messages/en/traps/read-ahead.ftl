machine-title = read-ahead is large
machine-why = buffered sequential reads fetch this much ahead and random ones may too: throughput is that of large requests, and more bytes leave the disk than were asked for
machine-advice = set 128 (the kernel's default), or 0 to see the disk alone; direct I/O is not touched by it
machine-example = a cloud image: vda: read-ahead 8192 KiB
