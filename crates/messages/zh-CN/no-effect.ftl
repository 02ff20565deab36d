unmixed = rw={ $mode } 不混合读写。
sequential = rw={ $mode } 是顺序访问。
one-job = 该作业只有一个工作线程，而第一个工作线程的起始偏移量不加增量。
mix-is-one-way = 该选项只影响一个方向，而 rwmixread 或 rwmixwrite 使这个方向没有 I/O。
one-file = 每个工作线程只有一个文件。
files-named = 文件名由 filename 指定。
first-file-only = 使用 time_based 且一次只用一个文件时，随机 I/O 一直停留在第一个文件中。请设置 file_service_type=random，并且不要设置 openfiles。
on-device = 测试目标是设备。
until-time = 使用 time_based 时，作业到 runtime 才结束。
one-at-a-time = ioengine={ $engine } 每次只做一个 I/O。
above-depth = 该值降为 iodepth={ $depth }。
depth-no-higher = iodepth={ $depth } 不高于该值。
no-poll-queue = 设备没有可轮询的队列。
writes-nothing = rw={ $mode } 不写数据。
reads-nothing = rw={ $mode } 不读数据。
direct-skips-cache = direct=1 不读取 pre_read 放进缓存的页。
no-runtime = 作业没有设置 runtime。
no-rate = 作业没有设置 rate。
no-thinktime = 作业没有设置 thinktime。
no-log = 作业不写日志（write_bw_log、write_lat_log、write_iops_log、write_hist_log）。
no-partner = 作业没有使用 { $option }。
done-long-before = 即使设备很慢，作业也远在 runtime 之前就结束。
accepted = fiord 接受该选项，但它不起作用：{ $reason }。
not-needed = fiord 不需要该选项。
