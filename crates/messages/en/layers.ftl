# The numbers of the slices in which nothing was traced.
head-untraced = untraced slices
head-mean = mean
half-traced = Numbers of the whole run (half of it was traced):
# Why there is no split. $reason: a stored text without full stop.
unavailable = Layers: not available ({ $reason }).
refused = Layers: not shown, because the trace is not usable:
not-traced = The run was not traced.
no-split = No split by layer: { $reason }
# $direction: `reads`. $ios: I/Os in traced slices. $joined: those whose events were found.
split = Mean latency of { $direction } by stage (events found for { $joined } of { $ios } I/Os during tracing)
no-point = No events were traced at the point `{ $point }`: { $reason }
device = { $device }, I/O of all processes
device-with-losses = { $device }, I/O of all processes, without the lost events
head-stage = stage
head-share = share
all-stages = all
slices = { $direction }: mean latency { $untraced } in untraced time slices ({ $untraced-ios } I/Os), { $traced } in traced time slices ({ $traced-ios } I/Os).
unknown = unknown
# Of a study: a line for each cell.
cells = Time by layer (one more run of each cell, traced and not part of the other numbers)
of-cell = { $cell }: { $text }
page-chart = Mean latency by layer of the kernel
