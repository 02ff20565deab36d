# The full screen of `fiord watch`.
title-devices = Devices
title-processes = Processes: MB/s read, MB/s written, control group
title-processes-of-machine = Processes on any disk: MB/s read, MB/s written, control group
title-causes = Why tasks wait
no-cause = fiord found no cause of waiting.
paused = Paused at { $time }
by-throughput = sorted by throughput
by-iops = sorted by IOPS
by-latency = sorted by latency
by-queue = sorted by queue
filtered = filter: { $text }
recording = recording to { $path }
head-device = Device
head-recent = MB/s, recent
curve-read = MB/s read
curve-write = MB/s written
curve-iops = IOPS
curve-read-ms = Read latency, ms
curve-write-ms = Write latency, ms
curve-queue = Requests in flight
request-latencies = Latency of requests: a column is the distribution of one interval
# $why: `tracefs needs root`.
not-traced = Latency of requests: not measured ({ $why })
# $what: one of the titles above.
curve = { $what }: now { $now }, maximum { $most }
keys = q quit  ? help  Space pause  ←→ scroll  s sort  / filter  Enter zoom  Tab pane  r record
keys-short = q quit  ? help  Space pause  s sort
help-move = ↑ ↓ j k, mouse   select a row
help-pane = Tab, mouse       devices or processes
help-zoom = Enter            curves and latency heat map of the row
help-sort = s                sort the devices
help-filter = /                filter by name; Esc removes the filter
help-pause = Space            pause, continue
help-scroll = ← → PgUp PgDn    scroll through recorded time; End: now
help-record = r                start or stop recording to a file
help-quit = q                quit
recorded = { $samples ->
    [one] 1 sample was recorded to { $path }.
   *[other] { $samples } samples were recorded to { $path }.
 }
replay-broken = --replay { $path }: line { $line } is not a document of fiord watch --json; use a recording of fiord watch
replay-empty = --replay { $path }: the file has no samples; use another recording of fiord watch
