machine-title = Deep CPU idle states
machine-why = If an I/O completes while its CPU sleeps, the completion waits until the CPU wakes up. At low queue depth this wake-up time is part of each latency.
machine-advice = Run `cpupower idle-set -D 10`, or keep /dev/cpu_dma_latency open with a low value, while measuring latency.
machine-example = The deepest CPU idle state is C8. Its exit latency is 200 µs.

unknown = The CPU idle states are unknown.
never-sleeps = No CPU idle states are used.
deepest = The deepest CPU idle state is { $state }. Its exit latency is { $latency }.
