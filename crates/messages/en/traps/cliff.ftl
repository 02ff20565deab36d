plan-title = a write test that ends before the drive's cache does
plan-why = flash drives take tens of GB at the speed of their cache, and slow down by a factor afterwards; a new or trimmed drive is faster than it will ever be again
plan-advice = precondition (write twice the capacity), or write long enough to see the level after the step, and report which of the two it is
plan-example = 
    fio --name=w --filename=on-nvme --rw=write --direct=1 --bs=1m --size=8G --iodepth=32 --ioengine=libaio
    8 GiB fit into the SLC cache of most drives.
run-title = the rate changed while it ran
run-why = the mean is of two or more states of the device; which of them you will meet depends on what ran before
run-advice = precondition the device and run longer; report the states one by one
run-example = 48 s at 1,900 MB/s, then 430 MB/s: the fast cache was full after 88 GiB.
