plan-title = a rate that waits for its own I/Os
plan-why = an I/O that is late because the one before was slow has its wait left out of the latency: the worst moments count once (coordinated omission)
plan-advice = set an asynchronous engine with iodepth well above rate × latency, and read the response time (from the intended start) that `fiord run` reports next to fio's latency
plan-example = 
    fio --name=t --filename=warm --direct=1 --rw=randread --bs=4k --size=2G --rate_iops=1000
    One I/O at a time cannot start the next while it waits.
run-title = the rated job could not keep its schedule
run-why = latency counted from the late start hides the wait that a client of that rate would see
run-advice = read the response times (from the intended start), or lower the rate until it is kept
run-example = rate_iops=10000 on a device that does 4,000: clat says 250 µs, the clients wait for minutes.
