# Directions, as heads of tables.
reads = reads
writes = writes
trims = trims

# Why a point is missing.
no-file-system = The device is opened directly, without a file system.
silent-file-system = The file system does not report this point.
no-scheduler = Requests bypass the scheduler, or there is none.
no-requests = The device takes bios, not requests.
no-event = This kernel does not report this point.
not-seen = The trace does not contain this point.

# Stages between two points, as cells of a table.
system-call = system call
system-call-and-limits = system call, I/O limits
file-system-and-limits = file system, I/O limits
wait-for-tag = wait for a tag
plug = plug
dispatch = dispatch
scheduler = scheduler
driver-and-device = driver and device
device-without-requests = bio-based device
file-system = file system
file-system-without-device = file system, no device
wake-up = wake-up
# Points between them were not seen.
several-stages = several stages

# Why the split is not shown.
lost-events = The trace buffers of the kernel were too small and lost { $lost ->
    [one] 1 event
   *[other] { $lost } events
 }. Use a larger --layers-buffer.
unknown-loss = The kernel does not report whether events were lost.
unread-pages = { $pages ->
    [one] 1 page
   *[other] { $pages } pages
 } of the trace could not be read.
lost-stamps = The timestamp buffers of fiord were full and lost the timestamps of { $lost ->
    [one] 1 I/O
   *[other] { $lost } I/Os
 }.
nothing-traced = No I/O was in a traced part of the run. Run longer.
buffered = The I/O goes through the page cache, so the I/Os of the device are not those of the job. Set direct=1.
joined = Only { $joined } of { $ios } I/Os were found in the trace, but { $needed } are needed.
does-not-add-up = The stages add up to { $sum }, but the mean latency is { $latency }.

# Whose requests a device served.
no-request = { $device } served no request that was traced completely.
share-ours = { $share } of the { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } that { $device } served came from this run.

# The cost of tracing.
cost-of-all = The whole run was traced. The cost of tracing is unknown, and the numbers above include it.
cost-unknown = The cost of tracing is unknown: the run has { $pairs ->
    [one] 1 pair
   *[other] { $pairs } pairs
 } of traced and untraced slices, and { $needed } are needed. Half of the run was traced, and the numbers above include the cost for that half.
cost = Tracing costs { $median } for each I/O ({ $level } % confidence interval { $low } to { $high }, { $pairs } pairs of slices). Half of the run was traced, and the numbers above include the cost for that half.
