machine-title = the processor may sleep deeply
machine-why = an I/O that completes while its CPU sleeps waits for it to wake up: at low depth that is part of each latency
machine-advice = run cpupower idle-set -D 10, or hold a low /dev/cpu_dma_latency, while measuring latency
machine-example = state C8 takes 200 µs to leave
