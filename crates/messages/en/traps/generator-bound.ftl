run-title = Load generator as the bottleneck
run-why = The device could do more. The run measured this CPU.
run-advice = Use more workers on more CPUs, larger blocks, or io_uring with fixed buffers.
run-example = refill_buffers=1 with 64 KiB writes: the rate was 17,390 IOPS, and the null engine reaches 18,900 IOPS with these options.

near-ceiling = The rate was { $rate } IOPS, and the null engine reaches { $ceiling } IOPS with these options.
seldom-waits = The workers spent { $share } of the time in I/Os or syncs, and the rest preparing I/Os or waiting for a CPU.
# Added to `seldom-waits`.
ceiling = With these options the null engine reaches { $ceiling } IOPS.
busy = Every worker used at least { $share } of a CPU.
never-slept = The workers did not wait for I/Os ({ $switches ->
    [one] 1 context switch
   *[other] { $switches } context switches
 } in { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }). The workers worked or waited for a CPU, and each used at least { $share } of a CPU.
