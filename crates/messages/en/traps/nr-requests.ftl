machine-title = Small request queue of a disk
machine-why = Above this queue depth I/Os wait in the kernel. Their latency then shows the queue, not the disk.
machine-advice = Set queue/nr_requests higher, or set iodepth × numjobs below it.
machine-example = The kernel queue of sda has room for 64 requests.

device-accepts = { $device } accepts { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } at a time.
kernel-queues = The kernel queue of { $device } has room for { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } (nr_requests).
hardware-queues = The device has { $queues ->
    [one] 1 hardware queue
   *[other] { $queues } hardware queues
 }.
unknown = The request queue of { $device } is unknown.

advice-small-device = Set iodepth × numjobs to at most { $depth }. I/Os above this depth wait in the kernel.
