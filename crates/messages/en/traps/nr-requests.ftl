machine-title = Small request queue of a disk
machine-why = I/Os that do not fit in this queue wait in the kernel. Their latency then shows this wait, not the disk.
machine-advice = Set queue/nr_requests higher, or set iodepth × numjobs below it.
machine-example = Each kernel queue of sda has room for 32 requests.

device-accepts = { $device } accepts { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } at a time.
kernel-queues = Each kernel queue of { $device } has room for { $requests ->
    [one] 1 request
   *[other] { $requests } requests
 } (nr_requests).
hardware-queues = The device has { $queues ->
    [one] 1 hardware queue
   *[other] { $queues } hardware queues
 }.
unknown = The request queue of { $device } is unknown.

advice-small-device = Set iodepth × numjobs to at most { $depth }. I/Os above this depth wait in the kernel.
