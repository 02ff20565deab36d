# What the result of another program shows.
disk-table = { $issued } { $moves ->
    [read] reads
    [direct-read] direct reads
   *[write] writes
 } moved { $size }, but the disk table of fio shows only { $requests } requests at { $devices }.
median-below-floor = Half of the reads took less than { $latency }, which no disk can do: memory answered.
mean-below-floor = The reads took { $latency } on average, which no disk can do: memory answered.
