plan-title = I/O limit below the speed of the device
plan-why = The job will measure the limit, not the device.
plan-advice = Run outside the limited control group, or report that the result is the limit.
plan-example =
    fio --name=r --filename=in-limited-group --rw=read --direct=1 --bs=1m --size=8G
    The control group limits reads to 10 MiB/s.

machine-title = Control group that limits this process
machine-why = The job will measure the limit, not the device.
machine-advice = Run outside the control group, or set a higher io.max. Otherwise report the limit with the result.
machine-example = The control group /kubepods/pod1 limits reads on nvme0n1 to 4,200 IOPS.

run-title = Rate set by a limit, not by the device
run-why = A control group or the cap of a cloud volume sets the rate. More queue depth only adds waiting time.
run-advice = Remove the limit, or report that the result is the limit.
run-example = Reads reached 4,212 IOPS, and the control group allows 4,200. With iodepth=64 an I/O took 15.2 ms on average, and a request on vda took 0.2 ms.

limited = The control group { $group } limits { $ddir ->
    [read] reads
   *[write] writes
 } to { $rate }.
limited-on = The control group { $group } limits { $ddir ->
    [read] reads
   *[write] writes
 } on { $device } to { $rate }.
# Added to `limited-on`, before a run.
takes = At this rate, { $bytes } take at least { $time }.
latency-kept = The kernel slows other groups down to keep the latency of the control group { $group } at { $latency }.
latency-kept-on = The kernel slows other groups down to keep the latency of the control group { $group } on { $device } at { $latency }.
weight = The control group { $group } has the I/O weight { $weight } among its siblings.
weight-on = The control group { $group } has the I/O weight { $weight } among its siblings on { $device }.
cpu-limited = The control group { $group } limits CPU time to { $percent } % of one CPU.
# Added to `cpu-limited`.
stopped-so-far = The group has been throttled for { $time } so far.
no-limit = fiord found no limit on I/O or CPU time.
unknown = Control groups are not readable.
met = { $ddir ->
    [read] Reads
   *[write] Writes
 } reached { $rate }, and the control group { $group } allows { $allowed } on { $device }.
# Added to `met`: means over the run.
met-latency = An I/O took { $latency } ms on average, and a request on { $device } took { $own } ms.
stopped = The CPU limit of the control group throttled this process for { $stopped } s of { $seconds } s.
flat = The rate was constant at { $iops } IOPS ({ $bandwidth }), a round number.
# Added to `flat`.
flat-device = An I/O took { $mean } on average, and a request on { $devices } took { $own }.
flat-fast-device = A request on { $devices } took less time than the kernel's counters can resolve.

why-cpu = A throttled worker submits no I/O, so latency rises by up to one period of the limit.
why-shared = The setting decides which group waits when groups compete for a disk. Without competition it has no effect.
why-hidden = fiord cannot see which disk is below this path. If it is the limited disk, the job will measure the limit, not the device.
why-flat = A limit of the volume or of a control group can cause this. A device with equal times for all requests looks the same.
advice-flat = Check the limits of the volume and of the control group. To test for a limit, change the queue depth: under a limit, the rate stays the same.
