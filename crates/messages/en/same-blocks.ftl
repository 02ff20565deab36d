# Workers that do the same I/O to one file or device, foreseen from the plan.
clones-at-same-offsets = { $workers } workers { $moves ->
    [read] read
    [write] write
   *[mixed] read and write
 } one { $place ->
    [file] file
   *[device] device
 } sequentially from the same offset.
clones-in-same-region = { $workers } workers { $moves ->
    [read] read
    [write] write
   *[mixed] read and write
 } one { $place ->
    [file] file
   *[device] device
 } at random offsets of the same region.
clones-in-overlapping-regions = { $workers } workers { $moves ->
    [read] read
    [write] write
   *[mixed] read and write
 } one { $place ->
    [file] file
   *[device] device
 } in regions that overlap (offset_increment is smaller than the region).
clones-in-same-region-partly-in-sequence = { $workers } workers { $moves ->
    [read] read
    [write] write
   *[mixed] read and write
 } one { $place ->
    [file] file
   *[device] device
 } in the same region, with a random rw mode. Despite this mode, their { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } are sequential and start at the same offset.
distinct = { $share } of the bytes are distinct.
distinct-at-most = At most { $share } of the bytes are distinct.

# Workers that were on the same blocks, after the run.
met = { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } { $moves ->
    [read] read
    [write] wrote
   *[mixed] read and wrote
 } { $issued }, but only { $distinct } of distinct blocks ({ $share }).
met-in-file = { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } { $moves ->
    [read] read
    [write] wrote
   *[mixed] read and wrote
 } { $issued }, but only { $distinct } of distinct blocks of { $path } ({ $share }).
met-in-files = { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } { $moves ->
    [read] read
    [write] wrote
   *[mixed] read and wrote
 } { $issued }, but only { $distinct } of distinct blocks of { $files } files ({ $share }).
# $reason: such as `9,000,000 I/Os are more than are counted`.
uncounted = The bytes of distinct blocks are inferred from the offset ranges of the workers, not counted: { $reason }.
