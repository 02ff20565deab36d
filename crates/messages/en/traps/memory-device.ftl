run-title = memory that is shown as a disk
run-why = rates and latencies are those of memory and of the kernel's block layer; they say nothing of a disk
run-advice = measure on a disk, or say in the heading that the device is memory
run-example = ext4 on zram0: 400,000 IOPS of 4 KiB, and no disk took part.
