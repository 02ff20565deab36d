# `fiord compare A B --why`: recorded differences that could explain a ratio. None of them is called a cause.

# Names of facts.
fact-disturbed = disturbances during the run
# $causes: rules with their largest shares.
disturbed-in = in { $disturbed } of { $runs } runs, largest effects: { $causes }
fact-steal = CPU time taken by the hypervisor
fact-limits = control group limits
fact-cached = cached share of the files before the run
fact-file-size = size of the test files
fact-without-data = unwritten share of the files
fact-compressed = compressed share of the files
fact-extents = extents of the files
fact-cloud-volume = cloud volume
fact-transport = transport
fact-pcie-link = PCIe link
fact-driver = driver
fact-turbo = turbo
fact-frequency = CPU frequency limit
fact-idle-states = CPU idle states
fact-battery = on battery
fact-numa-nodes = NUMA nodes
fact-numa-disk = NUMA node of the disk
fact-instance = instance type
fact-kernel-options = kernel options

# How a difference could act.
reason-other-load = Other processes, the hypervisor and control groups take time from a run.
reason-page-cache = Buffered reads of cached data come from memory instead of the disk.
reason-file-layout = Reads of holes and unwritten extents return zeros without the disk; small extents split I/Os.
reason-cloud-volume = The first read of a block of a restored cloud volume can come from slow storage. Whether the blocks were read before is not recorded.
reason-device = Another device, firmware or link has its own speed.
reason-stack = Each layer adds work, and some split or serialize I/Os.
reason-queue-settings = Queue settings decide how the kernel merges and orders requests, reads ahead and flushes.
reason-file-system = File systems and their mount options differ in journalling, allocation and flushes.
reason-memory = Memory size and dirty limits decide when buffered writes have to wait for the disk.
reason-power-state = A lower CPU frequency makes each I/O slower, and a CPU in a deep idle state takes time to wake up. Both add to the latency.
reason-numa = I/Os and interrupts that cross NUMA nodes take longer. The placement of interrupts is not recorded.
reason-cpu = The CPU decides the cost of each I/O, above all at high rates.
reason-virtualization = A hypervisor or container adds work, and instances have their own limits.
reason-kernel = Kernels differ in their block layer, drivers and mitigations.
reason-job-options = The jobs differ in options that can change the workload.
reason-program = Programs and versions differ in their overhead.

# How to measure it. The commands follow.
test-other-load = Check the machine for other load. When the machine is idle, repeat the second job:
test-page-cache = Drop the file from the page cache, then repeat the second job:
test-file-layout = Create a fully written file, then repeat the second job with it as --filename:
test-cloud-volume = Read the whole volume once, then repeat the second job:
test-device = Attach the other device to this machine, and repeat the job on it:
test-stack = Repeat the job on a file or device without the additional layers:
test-file-system = Repeat the job on a file system of the other kind, or with the other mount options:
test-setting = Set the same value on both machines, then repeat the second job:
test-try = Try the values of both sides on one machine (root):
test-numa = Look at the placement of interrupts, then bind the job to one node and to the other:
test-machine = Attach this disk to the other machine, and repeat the job on it:
test-kernel = Boot the other kernel on this machine, and repeat the job:
test-job-options = Run both jobs in turn on one machine:
test-program = Repeat the job with the same program and version:

# The page.
heading = Recorded differences that could explain the ratio, the largest possible effect first. None of them is proven to be the cause:
no-difference = No workload differs significantly, so no ratio needs an explanation. Recorded differences:
no-verdict = No workload has a confidence interval, so it is unknown whether there is a difference to explain. Recorded differences, the largest possible effect first:
nothing-recorded = The records show no difference that could explain the ratio.
# $effect: large, moderate or small. $kind: a group of facts.
effect = { $kind } (possible effect: { $effect })
effect-large = large
effect-moderate = moderate
effect-small = small
# $fact: its name. $base, $other: the values of both sides.
values = { $fact }: { $base } | { $other }
# $facts: a list of names.
unknown = Known for one side only: { $facts }.
untested = Not tested. Test: { $test }

# Groups of facts.
kind-other-load = other load
kind-page-cache = page cache
kind-file-layout = file layout
kind-cloud-volume = first read of a cloud volume
kind-device = device
kind-stack = storage stack
kind-queue-settings = queue settings
kind-file-system = file system
kind-memory = memory
kind-power-state = power state
kind-numa = NUMA and interrupts
kind-cpu = CPU
kind-virtualization = virtualization
kind-kernel = kernel
kind-job-options = job options
kind-program = program

# Errors.
needs-two = --why: needs two results, A and B
