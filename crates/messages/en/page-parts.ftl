# What pages of several documents in a browser have.
findings = Findings
why = Why: { $text }
advice = Do: { $text }
unknown = unknown

# Heads of tables.
bandwidth = throughput
max = max
mean = mean
spread = spread

# Rows of the table of a machine.
layers = layers
kernel = kernel
distribution = distribution
hypervisor = hypervisor
container = container
cpu = CPU
cpus = CPUs
memory = memory

# What the kernel counted.
requested = requested by the jobs
device-read = read by the devices, for all processes
device-written = written by the devices, for all processes
dirty = written, but not on a device at the end
cpus-in-use = CPUs in use
other-processes = other processes with I/O
none-seen = none seen
head-device = device
head-reads = reads
head-read = read
head-writes = writes
head-written = written

# A run.
run-title = Run of { $jobs }
too-few = too few
chart-bandwidth = Throughput in each second, and where its level changed
chart-iops = I/Os in each second, and where their level changed
chart-heat = Throughput of each job in each second
chart-heat-means = Throughput of each job, means of { $seconds } s
chart-latencies = Latency over time: share of the I/Os of each second by latency, ramp included
chart-latencies-of-parts = Latency over time: share of the I/Os of every { $seconds } s by latency, ramp included
from-latency = from { $latency }
second = second

# Below a table that is wider than the screen. $columns: their heads, separated by commas.
columns-not-shown = Not shown at this width: { $columns }.
more-columns-not-shown = Not shown at this width: { $columns } and { $more } more.
