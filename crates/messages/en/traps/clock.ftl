machine-title = reading the clock is slow
machine-why = the clock is read at least twice per I/O, and its cost is part of each latency
machine-advice = choose tsc as clocksource where the machine allows it
machine-example = clock source hpet, 1200 ns per read
run-title = a slow clock inside the latency
run-why = each I/O reads the clock at least twice, and that time is counted as latency and lost as rate
run-advice = set clocksource=tsc where the processor allows it
run-example = clocksource acpi_pm: 1.1 µs per reading, on reads of 8 µs.
