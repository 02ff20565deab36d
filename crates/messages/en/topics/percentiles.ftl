title = Latency percentiles and sample size
text =
    p99 is the latency that 99 % of the I/Os do not exceed. A mean hides the slow I/Os because they are few. Users notice them: 63 % of transactions with 100 I/Os each wait for at least one I/O above p99.
    A percentile needs samples above it. The number n of I/Os above it is uncertain by 1 ÷ √n: by 10 % for 100, and by 32 % for 10. Below that, chance decides.
    Percentiles cannot be averaged, neither over seconds nor over hosts. Merge the histograms instead.
measuring = Run until 100 I/Os are above the percentile: 10,000 I/Os for p99, 100,000 for p99.9. fiord adds `*` to a percentile with 10 to 99 I/Os above it, and prints no percentile with fewer. Report its median over several runs.
shows = 1 % of the reads take 10 ms instead of 80 µs. The median does not show it. The maximum does.
