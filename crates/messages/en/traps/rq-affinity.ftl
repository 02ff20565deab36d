machine-title = Completions on any CPU
machine-why = A completion on a remote CPU adds cache misses and a cross-CPU wake-up to each I/O.
machine-advice = Set queue/rq_affinity to 1 (default) or 2.
machine-example = nvme0n1 completes I/O on any CPU (rq_affinity is 0).

any-cpu = { $device } completes I/O on any CPU (rq_affinity is 0).
got = { $device } has rq_affinity { $setting }.
