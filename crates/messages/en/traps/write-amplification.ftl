run-title = Device wrote more than the job
run-why = Journal, metadata, copy-on-write and garbage collection add writes. The device writes at a higher rate than the job.
run-advice = To measure the file system, change nothing. To measure the device, use the block device as the target.
run-example = 4 KiB writes with fsync=1 on ext4: 12 MiB issued, 41 MiB written by the disk.

wrote = { $devices } wrote { $written } for { $issued } issued ({ $factor } times as much).
# $foreign: bytes that did not come from this run.
not-counted = Another { $foreign } did not come from this run and is not counted here.
# Of the drive's own counters, which also count other hosts of the drive.
flash = By its own counters, { $device } wrote { $media } to flash for { $host } from hosts ({ $factor } times as much).
