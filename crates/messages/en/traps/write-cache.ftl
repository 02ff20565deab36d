plan-title = Volatile write cache that is never flushed
plan-why = The kernel sends no flushes to the device. A power cut loses data that fsync confirmed, and syncs look faster than they are.
plan-advice = Write `write back` to queue/write_cache of the device before the run.
plan-example =
    fio --name=w --filename=on-disk-set-write-through --rw=write --bs=4k --size=1G --fsync=1
    The disk has a volatile cache, and queue/write_cache was set to `write through`.

machine-title = Volatile write cache of a disk
machine-why = A completed write is not durable before a flush. Without fsync, a write test measures the cache until the cache is full.
machine-advice = Use fsync=1, fdatasync=1 or sync=1 to measure durable writes, and write more than fits into the cache.
machine-example = The kernel reports a write-back cache for vda. The device does not support FUA.

unknown = The write cache of { $device } is unknown.
write-back = The kernel reports a write-back cache for { $device }.
# $mode: the kernel's word, as `write through`.
no-write-back = The kernel reports "{ $mode }" for { $device }, so it sends no flush to the device.
overridden = { $device } has a volatile write cache, but queue/write_cache was set to `write through`: the kernel sends no flush to the device.
# Added to the two above, where it is known.
fua = The device supports FUA.
no-fua = The device does not support FUA.
