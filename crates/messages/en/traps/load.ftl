machine-title = CPUs busy or taken by the hypervisor
machine-why = The time that a worker waits for a CPU is part of each latency.
machine-advice = Stop the other processes, or repeat the test later. On a shared host, run at another time or on another machine.
machine-example = The hypervisor took 12 % of the CPU time.

unknown = The load of the CPUs is unknown.
steal-now = The hypervisor takes { $share } of the CPU time now.
steal-since-boot = The hypervisor took { $share } of the CPU time since boot.
no-steal = The hypervisor took less than 1 % of the CPU time.
busy = The CPUs are { $percent } % busy.
average = The load average of the last minute is { $load } on { $cpus ->
    [one] 1 CPU
   *[other] { $cpus } CPUs
 }.
