run-title = Layer with a large part of the latency
run-why = Changes to layers with a small part change the latency only a little.
run-advice = Check this layer first.
run-example = With nr_requests=4 at queue depth 32, 71 % of the read latency (4.1 of 5.8 ms) is spent waiting for a tag.

file-system = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent before the file system began the I/O: in the system call, or waiting for a lock of the file.
limit = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent before the I/O entered the queue of the block layer. The limit of a control group delays I/Os at this point.
submission = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent before the queue of the block layer, in the system call or the file system. No limit of a control group is known.
tags = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent waiting for a tag: all tags (nr_requests) were in use.
plug = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent after the tag was allocated, in the batch (plug list) of the submitter.
scheduler = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent in the queue of the I/O scheduler or, without a scheduler, in the queue of the block layer.
device = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent in the driver and the device.
file-system-end = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent in the file system after the device had completed the I/O.
no-device = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent in the file system, in I/Os for which no device I/O was seen.
wake-up = { $share } of the { $ddir ->
    [read] read
    [write] write
   *[trim] trim
 } latency was spent after the I/O had completed, until the program ran again.
# Follows one of the sentences above.
means = On average this part took { $part } of { $latency } ({ $ios ->
    [one] 1 traced I/O
   *[other] { $ios } traced I/Os
 }).
# Comes before one of the sentences above.
cpus-busy = The CPUs were busy { $share } of the time, which makes every part except the device longer.

advice-cpus-busy = Stop other processes or use fewer jobs, so that CPUs are free. Then trace again.
advice-file-system = Use one job per file, or another file system. Writes to one file can wait for each other.
advice-limit = Check io.max or blkio.throttle of the control group, or set a higher limit.
advice-submission = Check for busy CPUs, and for work of the file system before a transfer (extents, journal).
advice-tags = Set iodepth no higher than nr_requests (the number of tags), or set a higher nr_requests.
advice-plug = Submit fewer I/Os per call.
advice-scheduler = Set the I/O scheduler to `none` if the device orders requests itself.
advice-device = Use another device, or fewer or smaller concurrent I/Os. Other changes do not shorten this part.
advice-file-system-end = Check the work of the file system after a transfer: journal, metadata, synchronous writes.
advice-no-device = Check whether the file has holes or unwritten extents. Reads of these need no device I/O.
advice-wake-up = Check the CPUs: load, C-states, interrupts on another CPU. io_uring with polling needs no wake-up.
advice-file-system-read = Check for busy CPUs, and for work of the file system before a read (extents, access times).
advice-submission-read = Check for busy CPUs, and for work of the file system before a read (extents).
advice-file-system-end-read = Check the work of the file system after a read: checksums, decompression, copies.
