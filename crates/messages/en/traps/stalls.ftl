run-title = the device stalls again and again
run-why = the mean hides pauses that every client meets: garbage collection, flushes, heat, or a limiter that counts in windows
run-advice = look at the rate of each second and at p99.9 and the maximum; find what happens on the device or the machine at that interval
run-example = A device that stands still for one second in ten: 60 s at 5,137 per second, of which six seconds did nothing.
