run-title = Durable writes faster than the storage allows
run-why = The data that fsync confirmed may be in a volatile cache or in memory. A power cut would lose it.
run-advice = Turn off the volatile cache, or use a device with power-loss protection.
run-example = fsync=1 on a zram device returns in 3 µs: the device is memory.

fast = Half of { $syncs } syncs took less than { $median }.
in-memory = The data on { $devices } is in memory, and a power failure destroys it.
flushed = { $devices } received { $flushes ->
    [one] 1 flush
   *[other] { $flushes } flushes
 }.
# $option: an option of mount(8).
mounted-with = The file system is mounted with { $option }, so an fsync does not flush the cache of the disk.
advice-mount = Mount without { $option }, and repeat the run.
advice-unflushed = Check that the device has power-loss protection. The kernel sends no flushes, because queue/write_cache is `write through`.
# A result without the kernel's counters. $mean: the time of a write with its sync.
too-fast-for-flash = { $writes } writes took { $mean } each, with their syncs. Only memory and devices with power-loss protection are that fast.
fast-for-flash = { $writes } writes took { $mean } each, with their syncs. Most flash without power-loss protection is slower.
advice-unwitnessed = Check that the device has power-loss protection, and that the hypervisor passes flushes to it.
