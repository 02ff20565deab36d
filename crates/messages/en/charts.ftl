# Names of axes.
axis-bandwidth = MB/s
axis-wide-bandwidth = GB/s
axis-iops = IOPS
axis-latency = latency
axis-seconds = seconds
axis-ratio = ratio to the base
axis-size = size
axis-bytes = bytes
axis-percentile = percentile
axis-share = share of I/Os

# A chart on a page and in text.
# $caption: what the chart shows.
region = Chart: { $caption }
numbers = The numbers of this chart
series = series
interval = 95 % interval
piece = component
mean = mean
share = share
p50 = p50
p99 = p99
values = values
# $point: a point or a row and its value.
point-interval = { $point }, 95 % CI { $low } to { $high }
more-rows = { $rows ->
    [one] 1 more row
   *[other] { $rows } more rows
 }
heat-cell = { $row }, { $axis } { $column }: { $value }
shades = { $pale_mark }: { $low }, { $full_mark }: { $high }
shades-around-one = { $below_mark } below 1 (lowest { $low }), { $above_mark } above 1 (highest { $high }), full colour at { $full } or more away from 1, no colour within { $noise } of 1 (noise)
pale = pale
full = full
orange = orange
blue = blue
heat-size = { $rows } rows, { $columns } columns. { $shades }
piece-values = { $name } ({ $what }): mean { $mean }, { $share }, p50 { $p50 }, p99 { $p99 }

# Captions.
distribution = Latency distribution: share of I/Os at or below each latency
percentiles = Latency percentiles
level-changed = { $name }: after { $seconds } s the level changed from { $before } to { $after }
point-second = { $name }, second { $second }

# Charts of a study. $response: job and direction. $axis: the name of an axis.
study-factor = { $response }: { $axis } by { $factor }, median and 95 % confidence interval
study-rows = { $response }: each run, median and 95 % confidence interval
study-rows-first = { $response }: each run, median and 95 % confidence interval (first { $shown } cells, { $more } more in the table below)
study-grid = { $response }: median { $axis } by { $rows } and { $columns }
study-latency-rate = { $response }: p99 latency by rate, medians of the runs
study-time = { $response }: each cell over time, as a share of its median
study-time-most = { $response }: each cell over time, as a share of its median ({ $shown } of { $cells } cells, those that vary most)
study-block = block of runs
study-blocks = blocks of runs, { $count } in each column
study-together = { $response }: { $axis } while other jobs run, relative to the job alone (medians, and each block of runs)

study-load-depth = { $response }: { $axis } and p99 latency by { $factor }, medians
# Series of a chart of a study with published values.
study-measured = this study
study-published = published, other disks
study-closed-form = closed form
study-closed-form-of = closed form of { $series }
# A series and the axis that it belongs to.
on-left-axis = { $name } (left axis)
on-right-axis = { $name } (right axis, dashed)

# A comparison.
compare-distribution = { $workload }: share of I/Os at or below each latency
compare-density = { $workload }: share of I/Os by latency
axis-density = share of I/Os per 1/8 octave

# A check.
check-thresholds = Each number as a share of its threshold, with 95 % confidence interval
axis-threshold = share of the threshold

# The runs of one name over time.
trend-rate = { $series }: { $axis } of each run, with level changes
trend-latency = { $series }: p99 latency of each run, with level changes
axis-date = date (UTC)
trend-run = run { $run }, { $date }
trend-changed = { $series }: the level changed from { $before } to { $after } at run { $run } ({ $date })

# The buttons of a chart.
zoom-in = Zoom in
zoom-out = Zoom out
zoom-whole = Whole chart
scale-linear = Linear scale
scale-log = Logarithmic scale
