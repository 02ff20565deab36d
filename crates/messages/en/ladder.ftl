# `fiord ladder`: what each operation costs, from an add to another host.

# What a rung measures, as few words as possible.
rung-add = dependent add
rung-l1 = load from L1
rung-branch-miss = branch misprediction
rung-l2 = load from L2
rung-l3 = load from L3
rung-clock-read = clock read
rung-mutex = mutex, uncontended
rung-mutex-contended = mutex, contended
rung-memory = load from memory, random
rung-memory-local = load from memory, random within 256 KiB
rung-memory-sequential = load from memory, sequential
rung-system-call = system call
rung-page-fault = page fault
rung-compress = compress 1 kB (Snappy)
rung-page-cache = 4 KiB read from the page cache
rung-context-switch = context switch
rung-futex-wake = futex wake-up
rung-pipe = pipe round trip
rung-memory-read = read 1 MB from memory
rung-memory-copy = copy 1 MB in memory
rung-loopback = TCP round trip, loopback
rung-peer = TCP round trip, other host
rung-send = send 1 kB at 1 Gbit/s
rung-read = direct 4 KiB read, random
rung-sequential-read = direct 1 MiB read, sequential
rung-write-fsync = 4 KiB write, O_SYNC
rung-disk-seek = hard disk seek
rung-disk-read = read 1 MB from a hard disk
rung-intercontinental = round trip between continents

# The document.
title = Latency ladder
about-machine = { $cpu }, { $cpus ->
    [one] 1 CPU
   *[other] { $cpus } CPUs
 }
about-target = Disk: { $target } ({ $size } of it measured)
no-target = No disk was measured. Add a directory, a file or a device to the command.
no-direct = No direct I/O here: the reads of the disk went through the page cache.

# Heads of the table.
head-rung = operation
head-lowest = lowest
head-median = median
head-quarters = 25 % to 75 %
head-samples = samples
head-reference = 2012
head-scaled = if L1 were 1 s
head-disturbed = problems
legend = Times are per operation. 2012: J. Dean and P. Norvig's round numbers (`fiord compare latency-numbers-2012`).

# The time of an operation, relative to that of L1 as one second.
scaled-seconds = { $value } s
scaled-minutes = { $value } min
scaled-hours = { $value } h
scaled-days = { $value } days
scaled-years = { $value } years

# What disturbed a rung.
by-cpu-wait = CPU wait { $share }
by-steal = steal { $share }
by-variation = p75 { $times } × lowest

# Findings. $rungs: a list of operations. $cache: such as `L2`.
level-as-stated = { $cache }: a load takes { $time } in regions up to { $end }. sysfs states a size of { $size }.
level-short = { $cache }: a load takes { $time } in regions up to { $end }, and longer in larger regions. sysfs states a size of { $size }.
level-shared = { $cache }: a load takes { $time } only in regions up to { $end }, but sysfs states a size of { $size }. Other programs or virtual machines may use the rest of this cache.
level-long = { $cache }: a load takes { $time } in regions up to { $end }, but sysfs states a size of only { $size }.
level-missing = { $cache }: sysfs states a size of { $size }, but the curve has no plateau for this cache.
level-plain = A load takes { $time } in regions of { $from } to { $end }.
level-memory = Memory: a load takes { $time } in regions of { $from } and more.
huge-pages = Huge pages: { $share } of the { $size } of memory in which the curve was measured.
huge-pages-unknown = Huge pages: unknown; the kernel does not report them.
random-to-sequential = In { $size } of memory, random loads take { $times } times as long as sequential loads.
disturbed-wait = These measurements waited for a CPU, because of other threads or a cgroup limit: { $rungs }. The lowest values are closer to those of an idle machine.
disturbed-steal = The hypervisor took CPU time during these measurements: { $rungs }.
varied = The samples vary, but the wait for a CPU was negligible: { $rungs }. Another process that uses the same cache or memory, or a changing CPU frequency, can be the reason.
varied-virtual = The samples vary, but the wait for a CPU was negligible: { $rungs }. Other virtual machines on the same host ({ $hypervisor }) can be the reason.
shared-virtual = In a virtual machine ({ $hypervisor }), the last-level cache, memory and disks may be shared with other virtual machines. Their load is not visible here.
disturbed-trap = { $rung }: disturbed ({ $traps }).
wrong-trap = { $rung }: invalid ({ $traps }).
not-measured = { $rung }: not measured ({ $reason }).

# Charts.
chart-rungs = Latency of each operation
chart-curve = Latency of a memory load by region size
chart-measured = measured
chart-reference = 2012
chart-size = region size
series-lowest = lowest
series-median = median

# What a list of runs says.
measured = Measured: { $rungs ->
    [one] 1 latency
   *[other] { $rungs } latencies
 }, { $low } to { $high }.

# The wire. $address: with its port.
head-host = host
head-way = method
head-highest = highest
head-jitter = jitter
head-trips = round trips
head-lost = lost
way-connect = TCP connect
way-kernel = TCP_INFO
way-echo = ICMP echo
chart-wire = Round trips to other hosts
peer-serves = { $host } is the server of { $serves }.
peer-ratio = { $host }: { $ratio } × the round trip of { $base } (95 % CI { $lowest } to { $highest }; the hosts were measured alternately, in { $blocks } blocks).
peer-equal = { $host } and { $base }: no significant difference in round trips (ratio { $ratio }, 95 % CI { $lowest } to { $highest }; the hosts were measured alternately, in { $blocks } blocks).
peer-refused = { $host }: the host, or a firewall in front of it, refused all connections. A refusal also takes one round trip, but gives no TCP_INFO.
echo-not-allowed = ICMP echo: not measured. This user has neither ping sockets (net.ipv4.ping_group_range) nor raw sockets (CAP_NET_RAW).
echo-no-answer = { $host }: no answer to ICMP echo. The host or a firewall on the path probably discards these packets.
echo-failed = { $host }: ICMP echo was not measured ({ $error }).
peer-no-address = --peer { $host }: no address found
peer-slow-name = --peer { $host }: no answer from the name service within { $seconds } s
peer-invalid = --peer { $host }: expected a host, or HOST:PORT
peer-silent = no answer from { $address } within { $seconds } s

# Another fiord at the other end (`--ssh`). $address: with its port.
ssh-not-started = --ssh: cannot start { $command } ({ $error })
ssh-ended = --peer { $host }: ssh ended before fiord answered ({ $said })
ssh-silent = --peer { $host }: no answer by ssh within { $seconds } s; ssh must log in without a password
ssh-not-fiord = --peer { $host }: expected an answer of fiord by ssh, found `{ $said }`
ssh-version = --peer { $host }: fiord is { $theirs } there and { $ours } here; install the same version on both hosts
far-refused = --peer { $host }: { $address } refused the connection, probably because of a firewall; allow TCP connections to the ephemeral ports (net.ipv4.ip_local_port_range)
far-secret = --peer { $host }: { $address } did not accept the secret; another program may use this address
far-ended = ssh ended during the measurement ({ $status })
far-failed = the connection failed during the measurement ({ $error })
flow-failed = { $host }: round trips of messages and throughput are not complete ({ $reason }).
head-interval = 95 % CI
head-limit = limit
head-ratio = ratio
message-trip = round trip of { $size }
to-peer = { $streams ->
    [one] 1 stream to the host
   *[other] { $streams } streams to the host
 }
from-peer = { $streams ->
    [one] 1 stream from the host
   *[other] { $streams } streams from the host
 }
limit-window-here = receive window of this host for { $share } of the time
limit-window-peer = receive window of the other host for { $share } of the time
limit-loss = packets lost: the network carried { $carried }, but { $share } of it waited for a lost packet or was sent twice
limit-cpu-here = CPU of this host { $share }
limit-cpu-peer = CPU of the other host { $share }
limit-cgroup-here = CPU limit of the cgroup on this host for { $share } of the time
limit-cgroup-peer = CPU limit of the cgroup on the other host for { $share } of the time
limit-link-here = link of this host { $share } of { $speed }
limit-link-peer = link of the other host { $share } of { $speed }
limit-unknown = unknown
flow-legend = Throughput is of TCP data, without headers. Limit: the limit that was reached during the measurement, as read on both hosts. A ratio compares with the first host; its interval is in parentheses.
ratio-interval = { $ratio } × ({ $lowest } to { $highest })
chart-throughput = Throughput of TCP streams
