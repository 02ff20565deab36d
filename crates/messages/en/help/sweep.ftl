about = Sweep block size, queue depth or number of jobs; find the point of diminishing returns
bs = Set the block sizes: a list such as 4k,64k,1m, or a doubling range such as 4k..1m
iodepth = Set the queue depths (iodepth); the engine is libaio unless another one is set
numjobs = Set the numbers of workers (numjobs)
rw = Set the I/O patterns, such as randread,randrw; a single pattern applies to every run
rwmixread = Set the percentages of reads, such as 70,50; a single percentage applies to every run
slo = Find the highest arrival rate that meets this latency limit, such as p99<5ms. Repeat the option for several limits
blocks = Run N blocks: each cell (combination of values) once per block
in-turns = Measure all cells of a block in one run, in turns of 0.25 s, so that other load on the disk affects all cells alike
no-store = Do not store the results. The sweep cannot be resumed
words = Directory, file or device, then the factors (--bs, --depth, --jobs) and any fio options
after =
    PATH is a directory, a file or a device. In a directory, fiord creates a test file and deletes it afterwards. If PATH is a file, fiord only reads it. A sweep with writes overwrites a device that has no data and is not in use.
    FIO OPTIONS are options of fio, such as --rw=randwrite --runtime=10s. The defaults are --rw=randread --bs=4k --direct=1 --size=1g --runtime=2s.
    --slo first runs each cell without a rate limit, then with random (Poisson) arrivals at rates that fiord chooses, and last at 50, 80 and 95 % of the highest rate that meets the limit. It uses libaio and a queue depth of 128 unless other values are set.
    Continue an interrupted sweep with `fiord study resume`. If the sweep ran over several hosts, use `fiord study resume --hosts`.
