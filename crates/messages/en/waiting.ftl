# Why processes wait for storage: what was seen, and what can be done. `fiord why` and `fiord watch` show both.
group-limit = The control group { $group } has reached its limit on { $device }: { $ddir ->
    [read] it reads { $rate }, and the limit is { $limit }
   *[write] it writes { $rate }, and the limit is { $limit }
 }.
slow-server = The server of { $mount } ({ $kind }) answers slowly.
swap = The machine swaps, with reads of { $read } from swap and writes of { $written } to swap.
reclaim-in-group = The control group { $group } has used up its memory limit of { $limit }. { $again } of file data was read again soon after the kernel had dropped it from the page cache.
reclaim = Memory is short: tasks free memory before they can continue. { $again } of file data was read again soon after the kernel had dropped it from the page cache.
writeback = Writers wait for writeback: { $dirty } is dirty or being written, and the limit is { $limit }.
writeback-of-one = Writers wait for writeback of one device or control group: { $dirty } is dirty or being written, and the limit of the machine is { $limit }.
few-requests = The queue of { $device } is too small: nr_requests is { $requests }, and up to { $in_flight } requests were in flight.
journal = Processes wait for commits of the file system's journal or for flushes of a disk cache.
journal-flushes = Processes wait for commits of the file system's journal or for flushes: { $device } does { $flushes } flushes per second, and a flush takes { $time }.
discards = { $device } is busy with discards, which take { $share } of the time of all requests: { $rate } discards per second ({ $bandwidth }) of { $time } each.
discards-by = { $process } ({ $pid }) waits for discards.
rebuild = The RAID { $device } runs { $action }.
rebuild-at = The RAID { $device } runs { $action } at { $rate }.
heat = { $device } is at { $celsius } °C, and its limit is { $limit } °C.
busy-below = The backing file of { $device } is on { $below }, which is busy with other I/O. { $share } of the requests on { $below } do not come from { $device }. On average { $queue } requests are in flight there.
busy-thread = The kernel thread { $thread } does the work of { $device } and needs a CPU for { $share } of the time.
busy-interrupts = CPU { $cpu } handles interrupts for { $share } of the time.
read-ahead = { $process } ({ $pid }) reads { $read } from devices and uses at most { $asked }.
read-ahead-setting = Read-ahead is { $size }.
volume-cap = The rate of { $device } is constant at { $iops } IOPS ({ $rate }), a round number, with { $queue } requests in flight. A limit of the volume is the probable cause.
one-by-one = { $device } has I/O in flight for { $util } of the time, but only { $queue } requests on average: the device is not saturated. A request takes { $time }.
slow-device = { $device } answers slowly: { $ddir ->
    [read] a read
   *[write] a write
 } takes { $time } with { $queue } requests in flight on average ({ $iops } IOPS, { $rate }).
stalled-device = { $device } does not answer: up to { $in_flight } requests were in flight, and none was completed.
many-waits = { $processes } processes each wait briefly for { $device }: { $iops } IOPS, { $queue } requests in flight on average, { $time } for each request.

advice-group-limit = Set a higher limit, or move the process to another control group.
advice-slow-server = Check the process that serves the mount point, and the network below it.
advice-swap = Stop processes that use much memory, or add memory.
advice-reclaim = Use less memory, add memory, or set a higher memory limit.
advice-writeback = Use a faster device, or write less. A lower vm.dirty_background_bytes starts writeback earlier.
advice-few-requests = Set a higher value with `fiord doctor --fix --set nr_requests=N`, or use a lower queue depth.
advice-journal = Call fsync less often, or use a device with power-loss protection.
advice-discards = Run fstrim at another time, and mount without the option discard.
advice-rebuild = Wait until the array has finished, or set a lower sync_speed_max.
advice-heat = Improve the cooling.
advice-busy-below = Stop the other load, or move the file to another device.
advice-busy-thread = Use the device below directly, or several devices.
advice-busy-interrupts = Distribute the interrupts over the CPUs.
advice-read-ahead = Set a lower read_ahead_kb, or use posix_fadvise with POSIX_FADV_RANDOM.
advice-volume-cap = Check the limits of the volume. More queue depth only adds waiting time.
advice-one-by-one = Use a higher queue depth or more threads.
advice-slow-device = The cause is not visible from this machine. Possible causes are a limit of the hypervisor or the volume, other users of the same storage, or a failing disk. Check the limits of the volume, the disk's health and the kernel log.
advice-many-waits = Each process waits only briefly, but the waits of all processes add up. Run fewer processes, or use a faster device.

# `fiord why`.
idle = Processes hardly waited for storage: { $tasks } tasks waited on average in { $seconds } s.
not-explained = { $tasks } tasks waited for storage on average in { $seconds } s. fiord found no cause other than normal use.
waited = { $tasks } tasks waited for storage on average in { $seconds } s.
# A cause: what was seen, and how many tasks waited for it.
because = { $tasks } tasks wait: { $processes }.
tasks-wait = { $tasks } tasks wait for this.
heading-waiters = Waiting tasks
waiter = { $process } ({ $pid }): { $tasks } tasks in { $function }
waiter-hidden = { $process } ({ $pid }): { $tasks } tasks, kernel function not visible
heading-unseen = Not visible
unseen-places = The kernel function in which { $tasks } tasks wait is not visible: run as root.
unseen-stacks = Only the innermost kernel function of waiting tasks is visible: run as root.
unseen-processes = The I/O of { $processes ->
    [one] 1 process
   *[other] { $processes } processes
 } of other users is not visible: run as root.
unseen-pressure = The kernel keeps no pressure stall information.
looking = Observing for { $seconds } s
seconds-out-of-range = --seconds { $seconds }: out of range; use 1 to 3600
