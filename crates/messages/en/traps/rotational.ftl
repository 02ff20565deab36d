machine-title = SSD treated as a rotating disk
machine-why = File systems, I/O schedulers and the swap code arrange data and requests as for a hard disk.
machine-advice = Set queue/rotational to 0 while measuring.
machine-example = A virtual disk on flash: vda has rotational=1, but a 4 KiB read takes 200 µs.

unknown = The rotational flag of { $device } is unknown.
as-below = { $device } has rotational=1, like the disk below it.
# $flag: 0 or 1.
flag = { $device } has rotational={ $flag }.
flag-and-latency = { $device } has rotational={ $flag }. A 4 KiB read takes { $latency }.
contradicted = { $device } has rotational={ $flag }, but a 4 KiB read takes { $latency }.
not-detected-by-disk = { $device } has rotational=1, but the flag is unreliable for a disk of this kind ({ $transport }).
not-detected-by-loop-device = { $device } has rotational=1, but a loop device cannot detect rotation.
not-detected-by-memory = { $device } has rotational=1, but a memory device cannot detect rotation.

why-slow-without-head = This latency is high for an SSD. The disk is busy, throttled or remote, or it is a rotating disk.
why-fast-for-head = A cache served the read, or the disk does not rotate.
why-slow-and-unclear = This latency is possible for a rotating disk. For this kind of device, the flag is only an assumption.
advice-slow-without-head = Repeat when the disk is idle. Look at the checks `throttle` and `foreign-io`.
advice-slow-and-unclear = Repeat when the disk is idle.
