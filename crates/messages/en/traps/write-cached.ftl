plan-title = writes counted before they are on the disk
plan-why = a buffered write is done when it is in memory; the disk gets it later, and whatever is left at the end is never counted
plan-advice = set end_fsync=1 and write more data than memory for throughput; fsync=1, fdatasync=1 or sync=dsync for durable writes; direct=1 for the device's own speed
plan-example = 
    fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --size=1G --bs=1m
    The gigabyte fits below the dirty limit: the run ends while nothing is on the disk.
run-title = writes were counted before they were on the disk
run-why = the throughput is that of copying into memory; the disk writes later, after the clock has stopped
run-advice = set direct=1, or end_fsync=1 so that the wait for the disk is part of the run
run-example = 1 GiB is written with direct=0 in half a second; at the end 900 MiB of it are dirty pages.
