# What the result of another program shows.
disk-table = { $issued } { $moves ->
    [read] reads
    [direct-read] direct reads
   *[write] writes
 } moved { $size }, but the disk statistics of fio show only { $requests } requests at { $devices }.
median-below-floor = Half of the reads took less than { $latency }. Except for Optane, no disk is that fast: the data came from memory or a cache.
mean-below-floor = The reads took { $latency } on average. Except for Optane, no disk is that fast: the data came from memory or a cache.
