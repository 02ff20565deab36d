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
device-read = read from the devices by all processes
device-written = written to the devices by all processes
dirty = dirty at the end, not yet written to a device
cpus-in-use = CPU utilization
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
syncs-per-second = syncs per second
chart-bandwidth = Throughput in each second, with level changes
chart-iops = I/Os in each second, with level changes
chart-heat = Throughput of each job in each second
chart-heat-means = Throughput of each job, means of { $seconds } s
chart-latencies = Latency over time: distribution of the I/Os in each second, ramp time included
chart-latencies-of-parts = Latency over time: distribution of the I/Os in every { $seconds } s, ramp time included
chart-latencies-of-job = Latency over time of { $job }: distribution of the I/Os in each second, ramp time included
chart-latencies-of-parts-of-job = Latency over time of { $job }: distribution of the I/Os in every { $seconds } s, ramp time included
from-latency = from { $latency }
second = second

# Below a table that is wider than the screen. $columns: their heads, separated by commas.
columns-not-shown = Not shown at this width: { $columns }.
more-columns-not-shown = Not shown at this width: { $columns } and { $more } more.

# The workload of a page as a table: fio's options, and these.
heading-plan = Workload
plan-target = target
# $values: a list of levels.
plan-more-values = { $values } and { $more } more
