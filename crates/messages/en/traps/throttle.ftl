plan-title = a limit that ends it before the device does
plan-why = the number will be the limit's
plan-advice = run outside the limited control group, or say that the limit is what was measured
plan-example = 
    fio --name=r --filename=in-limited-group --rw=read --direct=1 --bs=1m --size=8G
    The control group allows 10 MiB/s.
machine-title = a control group limits this process
machine-why = the limit is measured, not the device
machine-advice = run outside of the group, or raise io.max; or say with the result what the limit was
machine-example = nvme0n1: reads limited to 4,200 IOPS by /kubepods/pod1
run-title = a limit, not the device
run-why = the rate is what a cgroup or a cloud's cap allows; depth beyond it only adds waiting
run-advice = lift the limit, or call the number what it is: the limit
run-example = 4,212 reads per second under a control group's limit of 4,200: with iodepth=64 an I/O took 15.2 ms, of which vda needed 0.2.
