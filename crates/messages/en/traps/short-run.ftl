plan-title = over too soon
plan-why = in a few seconds caches, start-up and chance decide; what a disk sustains shows after minutes
plan-advice = set time_based with runtime=60 or more (SNIA measures rounds of one minute), and run several times
plan-example = 
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=50M --rw=randread
    12,800 reads: a second on a fast disk.
run-title = too short to say much
run-why = caches, credits and background work of devices change over seconds to minutes; the start is not the rule
run-advice = set runtime=60 and time_based
run-example = size=100M at 800 MB/s is over in 0.13 s.
