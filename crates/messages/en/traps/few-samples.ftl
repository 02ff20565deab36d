plan-title = percentiles from a handful of I/Os
plan-why = beyond the p-th percentile lie n(1−p) I/Os, and with 10 of them their number is uncertain by a third: the value is that of a few I/Os, and with none it is the maximum
plan-advice = plan 100 I/Os beyond the percentile: 10,000 for p99, 100,000 for p99.9, 1,000,000 for p99.99
plan-example = 
    fio --name=etcd --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300
    10,029 writes: p99 stands on 100 of them, p99.9 on 10, p99.99 on one.
run-title = percentiles rest on few samples
run-why = with fewer than 100 I/Os beyond a percentile their number is not known to 10 %, and a long tail moves the value further; with fewer than 10 it is chance
run-advice = run longer, or leave these percentiles out (percentile_list)
run-example = p99.9 of 2,500 I/Os is the third largest of them.
