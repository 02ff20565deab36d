run-title = Workers waiting for a CPU
run-why = A completed I/O waits until its worker runs again, and this wait is part of its latency.
run-advice = Stop the other load, set cpus_allowed so that the workers have CPUs of their own, or set a lower numjobs. Then repeat the run.
run-example = Four busy loops run on two CPUs while one reader works at queue depth 1. The mean latency is 141 µs and the median 50 µs. The worker waited for a CPU for 55 % of its time.

waited = The workers waited { $wait } for a CPU ({ $share } of their time).
cpu-busy = The CPUs were busy { $busy } of the time.
preempted = The workers were preempted { $switches ->
    [one] once
   *[other] { $switches } times
 }.
full = The CPUs were busy { $busy } of the time. At least one process waited for a CPU for { $stalled } of the time.
stolen = The hypervisor took { $steal } of the CPU time.
