plan-title = latency switched off
plan-why = without clock readings latency is unknown
plan-advice = leave gtod_reduce out where latency matters (fiord's clock costs little)
plan-example = 
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --gtod_reduce=1 --bs=4k --iodepth=64 --size=4G --rw=randread
    IOPS only: no latency is taken.
run-title = latency was switched off
run-why = without stamps latency is unknown
run-advice = leave gtod_reduce and disable_* out when latency matters
run-example = gtod_reduce=1 in a latency test: the table has no clat.
