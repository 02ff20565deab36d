run-title = Stalls
run-why = The mean hides pauses that every client experiences. Possible causes are garbage collection, flushes, thermal throttling, or a rate limiter that counts in fixed time windows.
run-advice = Check the rate of each second, the p99.9 latency and the maximum latency. Check for activity on the device or the machine that repeats at the same interval as the stalls.
run-example = A device stalls for one second in ten: 60 s at 5,137 IOPS, with no I/O in six of the seconds.

irregular = { $stalls ->
    [one] 1 stall
   *[other] { $stalls } stalls
 } in { $seconds } s cost { $lost } of the I/O.
regular = { $stalls ->
    [one] 1 stall
   *[other] { $stalls } stalls
 } in { $seconds } s, one every { $period } s, cost { $lost } of the I/O.
worst = In second { $second } the rate was { $share } of the rate in the seconds around it.
longest = The longest I/O took { $latency }.
# Only mean latencies are known.
latencies = In { $seconds } s, the mean latency briefly rose far above its usual level { $stalls ->
    [one] once
   *[other] { $stalls } times
 }. It was highest in second { $second }: { $worst }. The usual level was { $level }.
