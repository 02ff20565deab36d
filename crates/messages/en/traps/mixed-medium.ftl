run-title = Bimodal latency hidden in one mean
run-why = The mean describes neither of the two groups of I/Os. One of the groups often comes from a cache.
run-advice = Use the two latencies and their shares instead of the mean. Check why the fast group is fast.
run-example = 12 % of the reads took about 6 µs, the others about 90 µs: a cache served every eighth read.

got = { $fast_share } of the { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } took about { $fast_latency }, the others about { $slow_latency }.
