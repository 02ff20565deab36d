machine-title = Disk without I/O counters
machine-why = Without the disk's counters, reads from the disk and reads from memory look the same. Other users of the disk are not visible.
machine-advice = Set queue/iostats to 1.
machine-example = nvme0n1 does not count its I/O (queue/iostats is 0).

counts = { $device } counts its I/O.
counts-always = { $device } counts its I/O, although queue/iostats is 0.
counts-nothing = { $device } does not count its I/O (queue/iostats is 0).
