run-title = Output that contradicts itself
run-why = Some numbers of a result determine other numbers: bandwidth = bytes / time = IOPS × block size. If the numbers disagree, at least one number is wrong. The text may have been changed after the run.
run-advice = Check the number in the original output, or repeat the measurement. Do not use numbers that disagree.
run-example =
    fiord import report.md
    READ: bw=327MiB/s (93.3MB/s), … io=64.0MiB, run=719msec: 64 MiB in 719 ms are 93 MB/s.

# $printed, $other: MB/s.
bandwidths = The text states the same { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } bandwidth as { $printed } MB/s and as { $other } MB/s.
# $printed, $computed: MB/s.
bytes-in-time = The text states a { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } bandwidth of { $printed } MB/s, but { $bytes } in { $time } are { $computed } MB/s.
ios-in-time = The text states a { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } rate of { $printed } IOPS, but { $ios } I/Os in { $time } are { $computed } IOPS.
# $printed, $computed: MB/s.
blocks-per-s = The text states a bandwidth of { $printed } MB/s, but { $iops } IOPS × block size { $block } = { $computed } MB/s.
latency-order = The { $low } latency is { $latency }, but the { $high } latency is only { $high-latency }.
group-twice = Group { $group } was already printed in line { $line }: one of the two results belongs to another group.
mean-above-max = The mean { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency is { $mean }, but the largest is { $max }.
block-size = The result has { $bytes } in { $ios } { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } I/Os, but the block size is { $block }.
# $computed: from the count and the runtime. $sampled: the mean of the samples that fio took during the run.
sampled-rate = The { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } count divided by the runtime is { $computed } IOPS, but the mean of the samples of the run is { $sampled } IOPS.
sampled-bandwidth = The { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } bytes divided by the runtime are { $computed }, but the mean of the samples of the run is { $sampled }.
# $latency, $higher-latency: of the percentiles.
percentiles-fall = The { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency p{ $percent } is { $latency }, but p{ $higher-percent } is only { $higher-latency }.
percentile-above-max = The { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency p{ $percent } is { $latency }, but the largest is { $max }.
latencies = The result has { $ios } { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } I/Os, but the latencies of { $latencies } I/Os.
# $in-flight: the rate times the mean latency.
in-flight = Rate × mean latency = { $in-flight } I/Os in flight, but iodepth × numjobs is { $asked }.
utilisation = The disk { $disk } was busy for { $percent } % of the run, but more than 100 % is impossible.
# After the sentences above, where one number is 8 or 10 times another.
bits-and-bytes = The numbers differ by a factor of 8: bits and bytes may be confused.
one-digit = The numbers differ by a factor of 10: a digit may have been added or lost.
why-numbers = These numbers cannot all be true: at least one is wrong. The result may have been changed after the run.
