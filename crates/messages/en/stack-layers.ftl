# The meaning of a layer for a measurement.
partition = A part of a disk. Other partitions share its speed.
loop-direct = A loop device: its data is in a file. Each I/O also goes through the file system of that file.
loop-buffered = A loop device: its data is in a file that is accessed through the page cache. Direct I/O can still be served from memory.
loop-unknown = A loop device: its data is in a file. The page cache of this file may serve direct I/O.
zram = Compressed memory. The speed depends on the content, and no disk is measured.
bcache = A fast disk caches a slow one (mode { $mode }). The speed depends on the cached part of the data.
bcache-unknown-mode = A fast disk caches a slow one (mode unknown). The speed depends on the cached part of the data.

# File systems.
fs-disk = Buffered I/O goes through the page cache. direct=1 bypasses it.
fs-copy-on-write = The file system is copy-on-write. An overwrite stores the data in a new place. The file system may serve I/O with direct=1 from a cache.
fs-network = The files are on another machine. The network and the server are measured too.
fs-host-shared = The files are on the host of the virtual machine. The page cache of the host serves the I/O.
fs-overlay = A union of directories. The first write to a file copies all of it.
fs-fuse = A process serves the files. Each I/O goes to the process and back.
fs-memory = The file system is in memory. No disk is measured.
fs-unknown = fiord does not know this file system.

# Targets of the device mapper.
concatenation = A concatenation of { $parts } disks. Each address is on one of them.
linear = A part of the device below, with the same speed.
striped = I/O larger than a chunk uses several disks. Smaller I/O uses one.
striped-by = I/O larger than a chunk ({ $chunk }) uses several disks. Smaller I/O uses one.
crypt = Encryption costs CPU time for each byte, and I/Os may wait for its worker threads.
thin = Blocks are allocated at the first write. Unwritten blocks read as zeros without disk I/O.
thin-pool = The pool provides blocks for thin volumes, which share its speed.
dm-cache = A fast disk caches a slow one. The speed depends on the cached part of the data.
snapshot = The first write to a block copies the old data. Writes are slower until all data is copied.
multipath = Several paths lead to one disk. The path policy selects the paths that are used.
integrity = Data is checked against hashes. This costs CPU time and extra I/O.
vdo = Data is deduplicated and compressed. The speed depends on the content.
test-target = A test target ({ $kind }) that delays, fails or drops I/O on purpose.
unknown-target = fiord does not know the device mapper target { $kind }.
unknown-mapping = Only root can read the mapping.
unknown-mapping-of-parts = The device has { $parts } parts. Only root can read how they are combined.

# RAID levels and the state of an array.
raid0 = Data is striped over all members. Small I/O uses one of them.
raid1 = The members are mirrors. Reads are distributed over all members, and a write waits for all of them.
raid10 = Data is mirrored and striped over the members. Reads are distributed over all copies, and a write waits for each copy.
raid-parity = The array has parity. A write smaller than a stripe needs reads first.
raid-linear = The members are concatenated. Each address is on one of them.
raid-unknown = Several disks are combined into one device.
busy = The array is busy: its sync_action is { $action }.
missing = { $members ->
    [one] 1 member is
   *[other] { $members } members are
 } missing.
bitmap = The write-intent bitmap of the array adds writes.

# Disks.
disk-cloud = A cloud volume on a network, with limits that depend on its price.
disk-cloud-local = A disk of the cloud host. The data is lost with the instance.
disk-nvme = A local disk with many deep queues.
disk-network = This disk is on a network. The network latency is in each I/O.
disk-sata = The disk has one queue of up to 32 requests (NCQ).
disk-scsi = The disk is attached to a SCSI host adapter.
disk-raid-controller = Several disks are attached to a controller. Its cache may serve the I/O.
disk-san = The disk is on a storage network, with the cache of an array and other users.
disk-usb = The USB bridge limits queue depth and throughput.
disk-virtual = A virtual disk. Its host may cache, share and throttle it.
disk-card = A memory card or eMMC. Most of these devices do one request at a time, and random writes are slow.
disk-persistent-memory = Persistent memory without a queue. The cost is CPU time.
disk-memory = Memory. No disk is measured.
disk-unknown = The kind of this disk is unknown.
