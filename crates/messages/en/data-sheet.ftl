# How a job differs from a claim of a data sheet.
blocks-unclaimed = The data sheet does not state a block size.
blocks = The block size is { $block }, not { $claimed }.
block-range = The block sizes are { $least } to { $most }, not { $claimed }.
depth-unclaimed = The data sheet does not state a queue depth.
depth = The queue depth is { $in-flight }, not { $claimed }.
buffered = The I/O goes through the page cache (direct=0).
new-drive = The claim is for a new drive.
mixed = Reads and writes share the device.
synced = The writes are synced.
held-back = The job is rate-limited (rate, thinktime).
company = Other jobs run at the same time.

# A claim in short: `randread 220,000 IOPS (4 KiB, queue depth 128, new)`.
claim = { $workload } { $rate } ({ $conditions })
claim-depth = queue depth { $depth }
claim-without-block-size = block size not stated
claim-without-depth = queue depth not stated
nothing-claimed = The data sheet of { $device } claims nothing for { $workload }. It has claims for { $known }.
