plan-title = Latency recording disabled
plan-why = Without clock readings the latency is unknown.
plan-advice = Remove gtod_reduce and disable_* where latency matters. In fiord, reading the clock costs little.
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --gtod_reduce=1 --bs=4k --iodepth=64 --size=4G --rw=randread
    IOPS only: latency is not recorded.

run-title = Latency not recorded
run-why = Without timestamps the latency is unknown.
run-advice = Remove gtod_reduce and disable_* where latency matters.
run-example = gtod_reduce=1 in a latency test: the table has no clat.

reduced = gtod_reduce=1: latencies and percentiles are not recorded.
disabled = Latency recording is disabled by { $options }.
disabled-in-part = These latencies are not recorded: { $latencies } ({ $options }). Other latencies are recorded.
without-percentiles = These latencies are not recorded: { $latencies } ({ $options }). Other latencies are recorded without percentiles.
unrecorded = No completion latency was recorded.
