about = Run a fio command line or job file, check the result and print a verdict
words = Job files and fio options, as on fio's command line, also mixed with these options
verbose = Show all findings, with reasons and sources, and the steady state
strict = Exit with 1 when the grade is C or D
allow-destroy = Allow overwriting this block device, including partitions and signatures
self-cost = Measure the overhead of fiord per I/O: run these options with the null engine
evidence = Write the JSON document of the run to FILE as well
repeat = Run N times and report the median, with a confidence interval if N is 6 or more; --json has the documents of all runs
baseline = Run until the comparison with RESULT is decided, at most 40 times (--repeat N: at most N times). RESULT is a name, an id or a file, as in `fiord compare`
vs = Run this job and JOB (a command line in quotes) alternately, until the comparison is decided; --repeat limits the pairs
limits = Exit with 1 if the comparison meets a condition (slower:5%, faster:5%, different:5% or inconclusive), and with 3 if this is undecided
expectations = Check assertions such as read.p99<1ms, iops>5000, write.bw>=100MB/s or sync.p99.9<10ms (docs/checks.md); with --repeat the confidence interval decides
reports = Report the assertions: junit:FILE, github (to standard error) or github:FILE
layers = Trace the kernel in random slices of the run and show the latency by layer (root; docs/layers.md); --layers=all traces the whole run
layers-buffer = As --layers, with a kernel buffer of this size per CPU
spread = With --hosts: same (all ranks use the files of the job; the default), files (one file per rank), stripes (one part of a file per rank)
shift-reads = With --hosts: let jobs that only read use the data of a rank on the next host
wear-out = With --hosts: continue after the runtime until each worker has done as much I/O as the fastest worker had done when the runtime ended
after = Exit codes: 0 done, 1 a job or an assertion failed, a condition of --fail-if is met, or (--strict) the grade is C or D, 2 the request was wrong, 3 an assertion or a condition is undecided, 128 interrupted.
