run-title = Memory presented as a disk
run-why = Throughput, IOPS and latency are those of memory and of the kernel's block layer, not of a disk.
run-advice = Use a disk, or state with the result that the device is memory.
run-example = ext4 on zram0: 400,000 IOPS of 4 KiB, and no disk was involved.

got = The target is memory presented as a disk ({ $devices }). No disk was involved.
