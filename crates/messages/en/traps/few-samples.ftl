plan-title = Percentiles from few I/Os
plan-why = Of n I/Os, n × (1 − p) are above the percentile p. If only 10 I/Os are above a percentile, their number varies by about a third between runs (one standard deviation). If no I/O is above a percentile, its value is the maximum.
plan-advice = Plan 100 I/Os above the percentile: 10,000 I/Os for p99, 100,000 for p99.9, 1,000,000 for p99.99.
plan-example =
    fio --name=etcd --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300
    10,029 writes: 100 of them are above p99, 10 above p99.9, one above p99.99.

run-title = Percentiles from few samples
run-why = With fewer than 100 I/Os above a percentile, the number of these I/Os is uncertain by more than 10 %. With a long tail, the value of the percentile is even less certain. With fewer than 10 I/Os above it, the value depends on chance.
run-advice = Run longer, or remove these percentiles (percentile_list).
run-example = p99.9 of 2,500 I/Os is the third largest of them.

# One percentile of the list below: `2 above p99.9`.
count-above = { $count } above { $percentile }
# $counts: a list of `count-above`.
planned = The job does { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }. That is too few for reliable percentiles: { $counts }.
planned-of-direction = In the direction with the fewest I/Os, the job does { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }. That is too few for reliable percentiles: { $counts }.
got = Only { $beyond } of { $samples } I/Os are above { $first }: { $first } and higher percentiles are unreliable.
got-chance = Only { $beyond } of { $samples } I/Os are above { $first }: { $first } and higher percentiles are unreliable, and fewer than 10 I/Os are above the highest percentile.
