run-title = Durable writes faster than the storage allows
run-why = The data that fsync confirmed may be in a volatile cache or in memory. A power cut would lose it.
run-advice = Use a device with power-loss protection, or set its cache to write-through.
run-example = fsync=1 on a zram device returns in 3 µs: the device is memory.

fast = Half of { $syncs } syncs took less than { $median }.
in-memory = { $devices } is memory and loses all data without power.
flushed = { $devices } received { $flushes ->
    [one] 1 flush
   *[other] { $flushes } flushes
 }.
