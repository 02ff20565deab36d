machine-title = Volatile write cache of a disk
machine-why = A completed write is not durable before a flush. Without fsync, a write test measures the cache until the cache is full.
machine-advice = Use fsync=1, fdatasync=1 or sync=1 to measure durable writes, and write more than fits into the cache.
machine-example = The kernel reports a write-back cache for vda. The device does not support FUA.

unknown = The write cache of { $device } is unknown.
write-back = The kernel reports a write-back cache for { $device }.
# $mode: the kernel's word, as `write through`.
no-write-back = The kernel reports "{ $mode }" for { $device }, so it sends no flush to the device.
# Added to the two above, where it is known.
fua = The device supports FUA.
no-fua = The device does not support FUA.
