plan-title = Data-sheet value compared with a different workload
plan-why = Most values of data sheets are for new drives and high queue depths: throughput with large blocks, IOPS with 4k blocks. A percentage of such a value is meaningless if the job differs.
plan-advice = Run the workload of the claim, on a drive in the state of the claim.
plan-example =
    fio --name=r --filename=cold --rw=read --bs=4k --direct=1 --size=2G
    The data sheet given with `--spec` claims 2,200 MB/s for 128 KiB reads at queue depth 32 on a new drive. This job reads blocks of 4 KiB at queue depth 1, so its percentage of that value is meaningless.

run-title = Data-sheet value compared with a different workload
run-why = A result in percent of a claim describes the drive only if block size, queue depth, I/O path and state of the drive match the claim.
run-advice = Run the workload of the claim, on a drive in the state of the claim.
run-example = Reads reached 76.5 % of a claim of the data sheet: 1,682 MB/s (8 MiB, 1 in flight) compared with 2,200 MB/s (128 KiB, queue depth 32, new drive). The values are not comparable: block size 8 MiB instead of 128 KiB, 1 in flight instead of 32, the claim is for a new drive.

# $claim: one of the `claim` messages below.
nearest = The nearest claim of { $drive } is { $claim }.
matches = This job matches the claim.
# $differences: a list of the messages from `blocks-unclaimed` on.
differs = The result will not be comparable: { $differences }.
unclaimed = The data sheet of { $drive } has no claim for { $workload }.
# $workloads: a list of fio's names, `read, randread`.
other-claims = The data sheet has claims for { $workloads }.
# $blocks: the mean block size.
ratio = { $ddir ->
    [read] Reads
   *[write] Writes
 } reached { $share } of the nearest claim of { $drive }: { $rate } ({ $blocks }, { $in_flight } in flight) compared with { $claim }.
ratio-depth-unknown = { $ddir ->
    [read] Reads
   *[write] Writes
 } reached { $share } of the nearest claim of { $drive }: { $rate } ({ $blocks }, queue depth unknown) compared with { $claim }.
not-comparable = The values are not comparable: { $differences }.

# $workload: fio's name, `randread`.
claim = { $workload } { $rate } ({ $blocks }, queue depth { $depth }, { $drive_state ->
    [new] new drive
   *[sustained] sustained
 })
claim-without-depth = { $workload } { $rate } ({ $blocks }, queue depth not stated, { $drive_state ->
    [new] new drive
   *[sustained] sustained
 })
claim-without-blocks = { $workload } { $rate } (block size not stated, queue depth { $depth }, { $drive_state ->
    [new] new drive
   *[sustained] sustained
 })
claim-bare = { $workload } { $rate } (block size and queue depth not stated, { $drive_state ->
    [new] new drive
   *[sustained] sustained
 })

blocks-unclaimed = the data sheet does not state a block size
blocks = block size { $own } instead of { $claimed }
blocks-range = block sizes from { $least } to { $most } instead of { $claimed }
depth-unclaimed = the data sheet does not state a queue depth
depth = { $in_flight } in flight instead of { $claimed }
buffered = I/O through the page cache (direct=0)
new-drive = the claim is for a new drive
mixed = reads and writes share the device
synced = the writes are synced
held-back = the job is rate-limited (rate, thinktime)
company = other jobs run at the same time

why-slower = Block size, queue depth and I/O path match the claim. The drive, its state or its link is slower than the data sheet says.
why-faster = Drives rarely exceed their data sheets. A cache or blocks that were never written usually explain such a result.
why-match = Block size, queue depth and I/O path match the claim.
# $options: fio's options, `--rw=read --direct=1`.
advice-compare = To compare with the claim, run fio with { $options }.
advice-after-run = After the run, check the ratio of the result to the claim.
advice-slower = Run `fiord doctor` to check link, temperature, wear and limits. Then precondition the drive and measure longer.
advice-faster = Check the source of the data: a cache, zeros, or blocks that were never written.
advice-match = No change is needed.
