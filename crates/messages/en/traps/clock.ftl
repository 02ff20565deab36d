machine-title = Slow clock source
machine-why = The clock is read at least twice per I/O, and the time for that is part of each latency.
machine-advice = Set tsc as the clock source if the machine supports it.
machine-example = The clock source is hpet, 1.2 µs per reading.

run-title = Latency that includes a slow clock source
run-why = The worker reads the clock at least twice per I/O. That time adds to the latency and lowers the rate.
run-advice = Set tsc as the kernel's clock source if the CPU supports it.
run-example = With clocksource acpi_pm, each clock reading takes 1.1 µs and each disk read takes 8 µs.

unreadable = The clock source is unknown.
source = The clock source is { $source }.
source-timed = The clock source is { $source }, { $cost } per reading.
in-latency = Two clock readings are { $share } of the mean latency. The clock source { $source } takes { $ns } ns per reading.
in-latency-unknown = Two clock readings are { $share } of the mean latency. The clock source takes { $ns } ns per reading.

advice-none-better = Compare only with machines that have the same clock source. No faster one is available here.
