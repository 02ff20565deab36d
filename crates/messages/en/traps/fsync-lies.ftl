run-title = a durable write faster than the medium can be
run-why = what fsync promised may be in a volatile cache, or in memory: a power cut would lose it
run-advice = use a device with power-loss protection, or switch its cache to write through
run-example = fsync=1 on a zram device returns in 3 µs: the device is memory.
