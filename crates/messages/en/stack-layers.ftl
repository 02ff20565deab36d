# The meaning of a layer for a measurement.
partition = A part of a disk. Other partitions share its speed.
loop-direct = A loop device: its data is in a file. Each I/O also goes through the file system of that file.
loop-buffered = A loop device: its data is in a file that is accessed through the page cache. Direct I/O can still be served from memory.
loop-unknown = A loop device: its data is in a file. The page cache of this file may serve direct I/O.
zram = Compressed memory. The speed depends on the content, and no disk is measured.
bcache = A fast disk caches a slow one (mode { $mode }). The speed depends on the cached part of the data.
bcache-unknown-mode = A fast disk caches a slow one (mode unknown). The speed depends on the cached part of the data.

# File systems.
fs-disk = Buffered I/O goes through the page cache. direct=1 normally bypasses it.
fs-copy-on-write = The file system is copy-on-write. An overwrite normally stores the data in a new place. The file system may serve I/O with direct=1 from a cache.
fs-network = The files are on another machine. The network and the server are measured too.
fs-host-shared = The files are on the host of the virtual machine. The page cache of the host may serve the I/O.
fs-overlay = A union of directories. Before the first write to a file of a lower directory, the kernel copies the whole file.
fs-fuse = A process serves the files. I/O that the page cache does not serve goes to this process and back.
fs-memory = The file system is in memory. No disk is measured.
fs-unknown = fiord does not know this file system.

# Targets of the device mapper.
concatenation = A concatenation of { $parts } devices. Each address is on one of them.
linear = A part of the device below, with the same speed.
striped = I/O across chunks uses several devices. I/O within a chunk uses one.
striped-by = I/O across chunks ({ $chunk } each) uses several devices. I/O within a chunk uses one.
crypt = Encryption costs CPU time for each byte, and I/Os may wait for its worker threads.
thin = Blocks are allocated at the first write. Unwritten blocks read as zeros without disk I/O.
thin-pool = The pool provides blocks for thin volumes, which share its speed.
dm-cache = A fast disk caches a slow one. The speed depends on the cached part of the data.
snapshot = The first write to a block may copy the old data, and is then slower than later writes.
multipath = Several paths lead to one disk. The path policy selects the paths that are used.
integrity = Data is checked against hashes. This costs CPU time and extra I/O.
vdo = Data is deduplicated and compressed. The speed depends on the content.
test-target = A test target ({ $kind }) that delays, fails, drops or logs I/O on purpose.
unknown-target = fiord does not know the device mapper target { $kind }.
unknown-mapping = fiord cannot read the mapping. Reading it needs root on the host.
unknown-mapping-of-parts = The device has { $parts } parts. fiord cannot read how they are combined. Reading this needs root on the host.
several-targets = Parts of the device have different device mapper targets: { $kinds }.

# RAID levels and the state of an array.
raid0 = Data is striped over all members. I/O within a chunk uses one of them.
raid1 = The members are mirrors. Reads can use all members, and a write normally waits for all of them.
raid10 = Data is mirrored and striped over the members. Reads can use all copies, and a write waits for each copy.
raid-parity = The array has parity. A write smaller than a stripe usually needs reads first.
raid-linear = The members are concatenated. Each address is on one of them.
raid-unknown = Several disks are combined into one device.
busy = The array is busy: its sync_action is { $action }.
missing = { $members ->
    [one] 1 member is
   *[other] { $members } members are
 } missing or not yet rebuilt.
bitmap = The write-intent bitmap of the array adds writes.

# Disks.
disk-cloud = A cloud volume on a network, with limits that depend on its price.
disk-cloud-local = A disk of the cloud host. The data is lost with the instance.
disk-nvme = The disk has several deep queues.
disk-network = A disk on a network. The latency of an I/O usually includes that of the network.
disk-sata = The disk has one queue of up to 32 requests (NCQ).
disk-scsi = The disk is attached to a SCSI host adapter.
disk-raid-controller = A disk of a RAID controller. The cache of the controller may serve the I/O.
disk-san = The disk is on a storage network. The array may cache data and serve other hosts, too.
disk-usb = The USB connection limits queue depth and may limit throughput.
disk-virtual = A virtual disk. Its host may cache, share and throttle it.
disk-card = A memory card or eMMC. Most of these devices do one request at a time, and random writes are slow.
disk-persistent-memory = Persistent memory without a queue. The cost is CPU time.
disk-memory = Memory. No disk is measured.
disk-unknown = The kind of this disk is unknown.
