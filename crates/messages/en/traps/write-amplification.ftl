run-title = the device wrote more than was asked for
run-why = journal, metadata and copy-on-write use the device too; its own rate is higher than the one shown
run-advice = change nothing if a file system is what you measure; else use the block device
run-example = 4 KiB writes with fsync=1 on ext4: 12 MiB issued, 41 MiB written by the disk.
