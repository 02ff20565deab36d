plan-title = Write test that fits in the drive's cache
plan-why = Client drives with flash accept tens of GB at the speed of their cache, and are several times slower afterwards. A new or trimmed drive is faster than a used one.
plan-advice = Precondition the drive (write twice the capacity), or write long enough to see the rate after the drop. Report which of the two rates was measured.
plan-example =
    fio --name=w --filename=on-nvme --rw=write --direct=1 --bs=1m --size=8G --iodepth=32 --ioengine=libaio
    8 GiB fit in the SLC cache of most client drives.

run-title = Rate that changed during the run
run-why = The mean mixes two or more states of the device. The states that a run shows depend on earlier I/O to the device.
run-advice = Precondition the device and run longer. Report each state separately.
run-example = 48 s at 1,900 MB/s, then 430 MB/s: the fast cache was full after 85 GiB.

planned = The job writes { $written }, { $share } of the drive. The write cache of the drive can absorb that.
# $after, $rates: with their unit.
# $share: the rate after the step as a share of the rate before it.
cliff = The rate fell to { $share } after { $seconds } s and { $moved }: from { $before } to { $after }.
warm-up = The rate rose from { $before } to { $after } after a warm-up of { $seconds } s.
rise = The rate rose from { $before } to { $after } after { $seconds } s.
credits = The rate fell from { $burst } to a flat { $baseline } IOPS after { $seconds } s. A rate limiter can cause this when its burst credits are used up (about { $credits } I/Os of credit).
byte-credits = The throughput fell from { $burst }/s to a flat { $baseline }/s after { $seconds } s. A rate limiter can cause this when its burst credits are used up (about { $credits } of credit).
# After one of the two sentences above, of a job that writes.
or-full-cache = A full write cache of the device looks the same.
# Levels without a meaning that are a round number.
by-chance = The flat rate is a round number. By chance alone, { $share } of all rates are round numbers.
saw-tooth = The rate rose and fell every { $seconds } s in a saw-tooth pattern. Garbage collection or thermal throttling can cause such a pattern.
drift = The rate drifted by { $percent } % per second.
# $rates: a list, cut off by an ellipsis.
unsteady = The rate was unsteady, with { $levels } levels without a pattern ({ $rates }).
latency-step = { $rose ->
    [yes] The mean latency rose from { $before } to { $after } after { $seconds } s.
   *[no] The mean latency fell from { $before } to { $after } after { $seconds } s.
 }
latency-unsteady = The mean latency per second was between { $least } and { $most }, without a constant level.
