title = Write barriers and power-loss protection
text =
    A drive can report a write as complete when the data is in its volatile cache, and store it later in another sequence. After a power failure a newer block can be there while an older one is missing.
    File systems need a sequence: the journal must be complete before its commit record. Linux used write barriers for this, and today it uses cache flushes and FUA writes. Without them a power failure can destroy the file system.
    A drive with power-loss protection (PLP) has capacitors. They keep it running until its cache is saved. Such a drive can answer a flush in microseconds, because it need not write the cache to flash first.
measuring = Report whether the drive has PLP and whether its write cache was on. Doubt a durable write of less than 20 µs without PLP: perhaps a layer below, such as a hypervisor, ignores the flush.
shows = A simulated drive with a sync after 1 to 64 writes: with a sync after each write it does 340 IOPS without PLP and 5,600 IOPS with PLP. With a sync after 16 writes both are equally fast.
