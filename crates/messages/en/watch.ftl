# The lines below the table.
idle = { $devices ->
    [one] 1 device was idle. --all shows it.
   *[other] { $devices } devices were idle. --all shows them.
 }
process = Process { $pid } reads { $read } and writes { $write }.
process-read-share = The reads are at most { $share } of all reads from the devices.
process-write-share = The writes are at most { $share } of all writes to the devices.
# $processes: a list of `busy-process`.
busiest = Busiest: { $processes }.
# Devices were named, and the counters of a process do not say which device it uses.
busiest-of-machine = Busiest on any disk of the machine: { $processes }.
busy-process = { $name } ({ $pid }) reads { $read } and writes { $write }
# $unit: `reads/s`, `bytes written/s`.
limit = Control group { $group } limits { $device } to { $value } { $unit }.
limit-reached = The current rate is { $share } of this limit.
# $shares: the kernel's names of pressure with shares of the time: `io some 12 %, cpu some 3 %`.
waited = Stalled time (PSI): { $shares }.
util-of-parallel-devices = %util of { $devices } is the time with I/O in flight. 100 % does not mean saturated: requests are served in parallel.
statistics-off = The kernel keeps no statistics of { $devices } (queue/iostats is 0): the values stay at zero.
lines-cut = { $lines ->
    [one] 1 more line
   *[other] { $lines } more lines
 }

process-ended = Process { $pid } has ended.
device-gone = The device { $device } is gone.

number-before-device = { $word }: a number before the devices; use fiord watch [DEV…] [INTERVAL [COUNT]]
interval-out-of-range = { $word }: not an interval; use 0.1 to 86400 seconds
count-invalid = { $word }: not a count; use a whole number, 1 or more
no-such-process = --pid { $pid }: no such process; use the id of a running process
process-not-readable = --pid { $pid }: no permission to see the I/O of another user's process; run as root
no-such-device = { $word }: no such device, file or directory; use one of { $devices }
not-on-a-device = { $path }: not on a block device for which the kernel keeps statistics; use a block device
