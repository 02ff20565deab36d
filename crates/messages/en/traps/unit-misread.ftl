plan-title = a unit that means something else
plan-why = fio accepts it silently, and the job is another one: 30sec are 30 microseconds, 4KiB are 4000 bytes
plan-advice = write k, m, g, t for powers of 1024 and us, ms, s, m, h, d for times
plan-example = 
    fio --name=r --filename=warm --rw=randread --bs=4k --direct=1 --size=2G --runtime=30sec --time_based
    This job runs for 30 microseconds.
run-title = a latency in the wrong unit
run-why = rate times mean latency is the number of I/Os in flight (Little's law), and that is at most what the job asked for; numbers that break this are not both true
run-advice = look up the unit in fio's own output: it stands in the heading of each latency line, and changes from run to run
run-example = 
    fiord explain --seen iops=4312+1852,lat=7-10us fio --name=m --filename=cold --ioengine=libaio --direct=1 --iodepth=64 --rw=randrw --rwmixread=70 --bs=4k --size=2G
    6,164 I/Os per second with 64 in flight take 10.4 ms each. It probably was 7–10 ms, read as µs.
