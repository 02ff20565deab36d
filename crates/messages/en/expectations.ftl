# Mistakes in an expectation such as `read.p99<1ms`: errors.
number-unknown = `{ $text }`: not a metric; use iops, bw, mean, min, max or a percentile such as p99.9, alone or with the prefix `read.`, `write.`, `trim.` or `sync.`
number-misspelt = `{ $text }`: not a metric; did you mean `{ $near }`?
syncs-move-no-bytes = `{ $text }`: syncs move no bytes; use iops or a latency
no-comparison = `{ $text }`: not an expectation; use a metric, an operator (<, <=, > or >=) and a threshold, such as read.p99<1ms
no-number = `{ $text }`: not a threshold; use a number with its unit
no-rate-of-ios = `{ $text }`: not an IOPS value; use a number such as 5000 or 5k
no-rate-of-bytes = `{ $text }`: not a throughput; use a number with its unit, such as 100MB/s or 95MiB/s
no-time = `{ $text }`: not a time; use a number with its unit, such as 800us or 1.5ms
threshold-not-positive = { $value }: not a threshold; use a number above 0
not-a-limit = `{ $text }`: not a limit of a latency; use a latency, < or <=, and a time, such as p99<5ms or read.p99.9<20ms

# Mistakes in a need such as `commits=500/s`: errors.
need-without-value = `{ $text }`: not a need; use NAME=VALUE, such as commits=500/s or p99=5ms
need-unknown = `{ $name }`: not a need; use commits, iops, bw, mean, max or a percentile such as p99
need-without-commits = --need commits: { $recipe } has no commits; use iops, bw or a percentile such as p99=5ms

# Why a run does not have a number: sentences.
no-such-job = No job has the name { $job }. The jobs are { $jobs }.
not-in-run = The run has no { $number }.
# $names: directions, a list. $first: one of them.
several-latencies = { $names } have separate latencies. Use one of them, such as { $first }.p99.
too-few-ios = { $ios ->
    [one] { $number } needs { $needed } I/Os, and a run has 1 I/O. Make the run longer.
   *[other] { $number } needs { $needed } I/Os, and a run has { $ios } I/Os. Make the run longer.
 }
# $reason: what was seen in the first of them, a sentence.
runs-do-not-count = { $runs ->
    [one] Invalid runs: { $invalid } of 1. { $reason }
   *[other] Invalid runs: { $invalid } of { $runs }. { $reason }
 }
