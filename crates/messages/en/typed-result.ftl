# A typed result held against its job.
rate = { $bandwidth } in blocks of { $blocks } is { $iops } IOPS.
bandwidth = { $iops } IOPS in blocks of { $blocks } is { $bandwidth }.
full-queue = With { $depth } I/Os in flight all the time, { $iops } IOPS means a mean latency of { $latency }.
blocks-agree = Bandwidth ÷ IOPS is { $implied } per I/O, and the blocks of the job are { $blocks }.
in-flight = { $iops } IOPS × { $latency } latency = { $in-flight } I/Os in flight. The job allows { $asked }.
agrees = The numbers agree.
filled-to = Both numbers can be true only if the queue was on average at most { $share } full.
held-back = Fewer I/Os in flight are not a contradiction: the job is rate-limited (rate, thinktime).
syncs = Fewer I/Os in flight are not a contradiction: syncs take time that the latency of an I/O does not include.
opens-files = Fewer I/Os in flight are not a contradiction: the job opens many files.
other-work = Fewer I/Os in flight are not a contradiction: the job does other work between its I/Os.
without-device = Fewer I/Os in flight are not a contradiction: the I/O engine of the job moves no data.
in-submit = Fewer I/Os in flight are not a contradiction: the kernel does buffered I/O during submission, and clat does not include this time.

# Errors.
unknown-job = job={ $job }: no such job; use one of { $jobs }
job-missing = job: there are several jobs; add one of { $jobs }
no-job = no job found

# What is wrong with a typed result, or with a number of a published one.
no-value = `{ $pair }`: expected key=value, as in iops=6164,lat=10ms
no-rate = `{ $text }`: expected a rate (iops= or bw=)
key-twice = `{ $key }` appears twice
key-near = `{ $key }` is unknown; did you mean `{ $near }`? (allowed: { $allowed })
key-unknown = `{ $key }` is unknown; use one of { $allowed }
not-iops = `{ $text }`: expected a number of I/Os per second such as 6164, 18.9k or 4312+1852
not-bandwidth = `{ $text }`: expected a bandwidth such as 2200MB/s, 16.8MiB/s or 800Mbit/s
not-latency = `{ $text }`: expected a latency with a unit, such as 464us, 10ms or 7-10us
