# The headline: what was measured.
nothing = Measured: nothing.
generator = Measured: the load generator itself.
simulated = Measured: a simulated device, in virtual time.
operations = Measured: operations that move no data.
unknown = Measured: unknown.
disk = Measured: the disk ({ $devices }).
memory-disk = Measured: memory shown as a disk ({ $devices }).
same-blocks = Measured: repeated I/O to the same blocks.
# $causes: rules with their shares, such as "foreign-io 45 %".
disk-disturbed = Measured: the disk ({ $devices }), disturbed ({ $causes }).
memory-disturbed = Measured: memory shown as a disk ({ $devices }), disturbed ({ $causes }).
disturbance = { $rule } { $share }
instead = Measured: { $instead ->
    [memory] memory
    [cache] a cache
    [cache-below] a cache below the page cache
    [backing-file] the page cache of a backing file
    [no-device] I/O that reached no device
    [holes] holes
    [limit] a throttling limit
   *[generator] the load generator
 }, not the disk.
mostly-instead = Measured: mostly { $instead ->
    [memory] memory
    [cache] a cache
    [cache-below] a cache below the page cache
    [backing-file] the page cache of a backing file
    [no-device] I/O that reached no device
    [holes] holes
    [limit] a throttling limit
   *[generator] the load generator
 }, partly the disk.
partly-instead = Measured: partly { $instead ->
    [memory] memory
    [cache] a cache
    [cache-below] a cache below the page cache
    [backing-file] the page cache of a backing file
    [no-device] I/O that reached no device
    [holes] holes
    [limit] a throttling limit
   *[generator] the load generator
 }, partly the disk.
instead-for-writes = Measured: { $instead ->
    [memory] memory
    [cache] a cache
    [cache-below] a cache below the page cache
    [backing-file] the page cache of a backing file
    [no-device] data that no device received
    [holes] holes
    [limit] a throttling limit
   *[generator] the load generator
 } for the writes, the disk for the reads.
instead-for-reads = Measured: { $instead ->
    [memory] memory
    [cache] a cache
    [cache-below] a cache below the page cache
    [backing-file] the page cache of a backing file
    [no-device] data that no device delivered
    [holes] holes
    [limit] a throttling limit
   *[generator] the load generator
 } for the reads, the disk for the writes.

# The jobs that the headline is about, and the others.
of-jobs = This applies to { $count ->
    [one] job
   *[other] jobs
 } { $jobs }.
others-on-disk = { $count ->
    [one] Job
   *[other] Jobs
 } { $jobs } measured the disk ({ $devices }).
others-in-memory = { $count ->
    [one] Job
   *[other] Jobs
 } { $jobs } measured memory shown as a disk ({ $devices }).

# The details after the headline.
no-io = No I/O was completed.
null-engine = ioengine=null does no I/O.
operations-without-bytes = Each I/O is one operation of the engine on a file, a directory or the CPU. Its bytes have no meaning.
no-counters = Kernel counters were not read during this run.
commands = The kernel does not count commands that a job sends directly to a device.
copies = Persistent memory is accessed by CPU copies, which the kernel does not count.
flash = The kernel has no counters of raw flash.
no-device = No block device is known below the target.
loop-cache = The writes may still be in the page cache of the file below the loop device.
delivered = The device delivered { $share } of { $issued } read.
wrote = The device wrote { $written } for { $issued } issued.
# The device wrote more than $written, for others.
wrote-for-run = For the { $issued } issued by this run, the device wrote { $written }.

# The reason of the grade.
reason-nothing-done = No I/O was completed.
# $traps: names of traps.
reason-traps = { $traps }.
reason-no-counters = Kernel counters are missing, so the data path is unknown.
reason-all-passed = All checks passed. Grade A needs ten runs on two days.
