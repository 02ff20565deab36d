plan-title = Rate limited by its own I/Os (coordinated omission)
plan-why = If one I/O is slow, the next one starts late, and its latency does not include that wait. The worst moments count only once (coordinated omission).
plan-advice = Set an asynchronous engine with iodepth well above rate × latency. Use the response time (from the scheduled start), which `fiord run` reports beside fio's latency.
plan-example =
    fio --name=t --filename=warm --direct=1 --rw=randread --bs=4k --size=2G --rate_iops=1000
    With one I/O in flight, the next I/O cannot start until this I/O has ended.

run-title = Schedule missed by a rate-limited job
run-why = fio counts latency from the actual start of an I/O, not from the scheduled start. This latency hides the wait that a client with this rate would see.
run-advice = Use the response times (from the scheduled start), or set a rate that the job can keep.
run-example = rate_iops=10000 on a device that does 4,000 IOPS: clat is 250 µs, while clients wait for minutes.

# Items of the list in `planned`: `1,000 reads per second`, `10 MiB/s of writes`.
rate-ios = { $ios } { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } per second
rate-bytes = { $bytes }/s of { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 }
# $rates: a list of `rate-ios` and `rate-bytes`.
planned = The job asks for { $rates } with at most { $depth ->
    [one] 1 I/O
   *[other] { $depth } I/Os
 } in flight. If that is too few, I/Os start late, and fio's latency hides the delay.
saturated = The job reached { $reached } of { $asked } IOPS. The backlog grew to { $backlog }, so the response time has no steady value.
late = The job reached { $reached } of { $asked } IOPS, but I/Os started late.
percentiles = The p99 latency is { $response } from the scheduled start and { $service } from the actual start.
