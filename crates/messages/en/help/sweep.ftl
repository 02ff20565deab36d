about = Sweep block size, queue depth or number of jobs; find the point of diminishing returns
bs = Set the block sizes: a range that doubles, 4k..1m, or a list, 4k,64k,1m
iodepth = Set the queue depths (iodepth); the engine is libaio unless another one is set
numjobs = Set the numbers of workers (numjobs)
blocks = Run each cell N times
no-store = Do not store the results. The sweep cannot be resumed
words = Directory, file or device, then the factors (--bs, --depth, --jobs) and any fio options
after =
    PATH is a directory, in which a file is created and deleted again, or a file or device, which is read.
    FIO OPTIONS are such as --rw=randwrite, --runtime=10s; the defaults are --rw=randread --bs=4k --direct=1 --size=1g --runtime=2s.
    Continue an interrupted sweep with `fiord study resume`, over hosts with `fiord study resume --hosts`.
