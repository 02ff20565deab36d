plan-title = Cache that direct I/O does not bypass
plan-why = O_DIRECT bypasses only the page cache of this kernel. The layers below can still serve the I/O from memory.
plan-advice = Use a target larger than that cache, or a path on a local disk with a file system that passes direct I/O through.
plan-example =
    fio --name=test --filename=on-tmpfs --rw=randread --size=1G --bs=4k --direct=1
    The file is on tmpfs. All reads come from memory, with or without `direct=1`.

run-title = Data from a cache below the page cache
run-why = direct=1 bypasses only this system's page cache. Caches of the file system, the host or a controller can still serve the I/O.
run-advice = Run on the block device itself, or use a target much larger than that cache.
run-example = A direct read of a file on tmpfs runs at 8 GB/s: the file system is memory.

machine-title = Possible cache that direct I/O does not bypass
machine-why = The host of a virtual disk or the memory of a controller may serve the I/O.
machine-advice = Use a target larger than that memory, and check the cache mode of the host.
machine-example = vda is a virtual disk: the page cache of its host may serve the I/O.

memory-fs = { $path } is on { $fs_type }, which is memory, not a disk.
zfs = ZFS has its own cache (ARC), which direct=1 does not always bypass.
host-shared = { $fs_type } shows a directory of the host, and direct=1 does not bypass the host's page cache.
fuse = { $fs_type } is served by a process, which may cache data even with direct=1.
network = { $fs_type } is served by another machine, and direct=1 does not bypass the server's cache.
zram = { $device } is compressed memory.
loop-through-cache = { $device } goes through the page cache of its backing file (the loop device does not use direct I/O).
raid-controller = { $device } is a volume of a RAID controller: the memory of the controller may serve the I/O.
virtual-disk = { $device } is a virtual disk: the page cache of its host may serve the I/O.
remote-disk = { $device } is on another machine: the cache of that machine may serve the I/O, and each I/O includes the network.
in-memory = The target is on { $fs_type }, which is memory: no device moved any of the { $issued }.
in-memory-looped = { $looped } is backed by a file on { $fs_type }, which is memory: no disk moved any of the { $issued }.
from-no-device = { $share } of the { $issued } read with direct=1 came from no device.
delivered = { $devices } delivered { $delivered }.
no-device-known = No device is known below the target.
compresses = { $fs_type } compresses data, and reads fewer bytes than it returns.
source-unknown = The actual source is unknown.
partly-in-memory = A part of the target is on { $fs_type }, which is memory.
through-loop = { $device } read { $here } through the page cache of its backing file. This cache served the rest.
# $candidates: a list of the messages from `loop-cache` on.
source-candidates = The actual source is unknown. Possible: { $candidates }.
loop-cache = the page cache of the backing file of { $device }
below-overlay = the file system below the overlay (it may be memory)
memory-fs-below = { $fs_type } (memory)
file-system-cache = a cache of { $fs_type }
compression = compression ({ $algorithm })
unmapped = blocks of { $device } that were never written
mapped-cache = caching or compression in { $device }
unseen-holes = holes that this file system does not show
image-in-memory = { $share } of the backing file of { $device } ({ $cached }) was in the page cache before the run. The loop device reads through the page cache.
faster-than-flash = Half of the direct reads took less than { $latency }, faster than any flash. A cache below { $devices } served them, unless the drive is Optane.

# fio's disk statistics next to direct reads.
why-disk-table = A direct read needs no disk I/O if a cache above the disk (such as that of the file system) has the data. A read of blocks that were never written (holes, unwritten extents) needs none either. fio's disk statistics do not show which of these happened.
advice-disk-table = Write the whole target once before reading it: run `fiord prepare FILE --size …`. Or read a block device itself, in a region much larger than its caches.

advice-loop = Run `losetup --direct-io=on` to attach the file, or measure on the file system below.
advice-memory = Use a path on the disk that you want to measure. `df PATH` shows the file system of a path.
