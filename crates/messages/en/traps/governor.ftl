machine-title = the processor's speed follows the load
machine-why = a job that waits for I/O looks idle, so the clock is lowered and each I/O costs more time
machine-advice = run cpupower frequency-set -g performance while measuring
machine-example = governor powersave
