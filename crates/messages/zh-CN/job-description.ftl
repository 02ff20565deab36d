replay = 作业回放 I/O 跟踪记录 { $recording }。
only-creates = 作业只创建自己的文件，不做 I/O（create_only=1）。
operations = 作业执行 ioengine={ $engine } 的操作，不传输数据。
on-files = 操作的对象是 { $count } 个文件。
on-directories = 操作的对象是 { $count } 个目录。
cpu-load = 作业使一个 CPU 的负载达到 { $percent }%。
without-file = 作业用 ioengine={ $engine } { $moves ->
    [read] 读取
    [write] 写入
    [trim] 丢弃
    [trim-then-write] 先丢弃再写入
   *[mixed] 读写
 }，块大小 { $blocks }；此引擎不使用文件。
on-target = 作业{ $moves ->
    [read] 读取
    [write] 写入
    [trim] 丢弃
    [trim-then-write] 先丢弃再写入
   *[mixed] 读写
 } { $target }，块大小 { $blocks }。
on-targets = 作业{ $moves ->
    [read] 读取
    [write] 写入
    [trim] 丢弃
    [trim-then-write] 先丢弃再写入
   *[mixed] 读写
 } { $target } 和另外 { $more } 个文件，块大小 { $blocks }。
on-unnamed-files = 作业{ $moves ->
    [read] 读取
    [write] 写入
    [trim] 丢弃
    [trim-then-write] 先丢弃再写入
   *[mixed] 读写
 }以作业名命名的文件，块大小 { $blocks }。
mixed = 读取占 I/O 的 { $percent }%。
mixed-by-rate = 读取在 I/O 中的占比由限速决定。
trim-ranges = 一条命令最多丢弃 { $ranges } 个块。

block-range = { $least } 到 { $most }
block-part = { $block }（{ $percent }%）
block-of-ddir = { $blocks }（{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }）

missing = { $target } 尚不存在。
all-missing = 这些文件尚不存在。
one-missing = 其中一个文件尚不存在。
several-missing = 其中 { $missing } 个文件尚不存在。
file-of = { $target } 是文件，大小 { $size }。
file = { $target } 是文件。
block-device-of = { $target } 是块设备，大小 { $size }。
block-device = { $target } 是块设备。
character-device = { $target } 是字符设备。
directory = { $target } 是目录。
pipe-or-socket = { $target } 是管道或套接字。
file-system = 文件系统是 { $file-system }。
file-system-on = 文件系统是 { $file-system }，位于 { $disks }。

workers = { $workers } 个工作线程各自运行此作业。
sequential = I/O 是顺序的。
backwards = I/O 是顺序的，方向由后向前。
one-block = 所有 I/O 都在同一个偏移量，因为 rw 中的数值使每个 I/O 都退回一个块。
own-places = 读和写的位置各自独立，起点相同。
overlapping = I/O 是顺序的，每个块都与前一个块有重叠。
skipping = I/O 是顺序的，每个块之后跳过 { $gap }。
random = I/O 是随机的。
random-in-part = I/O 有一部分是随机的。
ddir-random = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }是随机的。
ddir-sequential = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }是顺序的。
ddir-random-in-part = { $percent }% 的{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }是随机的，其余是顺序的。
random-map = 所有块都用过之前，没有块会重复。
independent = 每个随机偏移量独立选取，因此有的块可能在其他块用到之前重复。
zipf = 有些偏移量的使用次数远多于其他偏移量（zipf { $theta }）。
pareto = 有些偏移量的使用次数远多于其他偏移量（pareto { $h }）。
normal = 偏移量围绕一个中心呈正态分布。
by-zones = 偏移量按区段分布。
identical-offsets = 每个随机偏移量用于 { $ios } 个 I/O。
sequential-offsets = 从每个随机偏移量开始，依次做 { $ios } 个顺序 I/O。
zones-decide = 偏移量取决于运行开始时各区域（zone）的写指针。
same-offsets = 每次运行使用相同的偏移量。
other-offsets = 每次运行使用不同的偏移量。
sprandom = 每个块按随机顺序写一次，其中 { $percent }% 再写一次。这样闪存设备会进入随机写的稳态（sprandom）。
by-list = 偏移量取自一个列表，其中有 { $count } 个块，用完后从头再来。
by-list-with-strides = 偏移量取自一个列表，其中有 { $count } 个块。每次重复都比上一次靠后 { $count } 个块。
files-in-sequence = 作业完成一个文件后才处理下一个（file_service_type=sequential）。
files-at-random = 作业随机选择下一个文件（file_service_type=random）。
files-preferred = 部分文件的 I/O 多于其他文件（file_service_type）。
open-files = 同时最多打开 { $open } 个文件（openfiles）。
strided-zones = 每个 { $range } 的区域（zone）做 { $size } 的 I/O，区域之间跳过 { $skip }。
device-zones = I/O 使用设备的区域（zone）。
emulated-zones = 如果设备没有区域（zone），作业会模拟大小为 { $size } 的区域。
zone-writes = 写入落在区域（zone）的写指针处。区域写满后，先重置再写。
zone-trims = 丢弃会重置所在的区域（zone）。
zone-reads-beyond = 读取也会越过写指针，到区域（zone）中没有数据的地方。
zone-reads = 读取只使用各区域（zone）中已写入的部分，直到后面的区域都没有数据为止。

fill-device = 作业填充目标，直到没有剩余空间（fill_device=1）。
unknown-amount = 数据量未知，因为目标的大小未知。
region = 测试区域为 { $region }。
region-at-most = 测试区域最大为 { $region }。
region-at-most-each = { $workers } 个工作线程各有一个测试区域，最大为 { $region }。
region-each = { $workers } 个工作线程各有 { $region } 的测试区域。
region-percent = 测试区域为目标的 { $percent }%。
region-percent-each = { $workers } 个工作线程各有一个测试区域，为目标的 { $percent }%。
starts-at = 测试区域从 { $offset } 处开始。
starts-at-percent = 测试区域从目标的 { $percent }% 处开始。
starts-at-zone = 测试区域从区域（zone）{ $zone } 开始。
starts-at-end = 测试区域从文件末尾开始（file_append=1）。
workers-apart = 每个工作线程的测试区域，起点都比前一个靠后 { $step }。
until-time = 在运行时间结束之前，作业可能多次遍历此测试区域。
until-end = 作业结束之前，可能多次遍历此测试区域。
first-file-only = 作业的全部 I/O 都停留在第一个文件中。
skewed = 按该分布估算，作业在快速固态硬盘上会访问测试区域中的约 { $touched }。
skewed-by-bytes = 按该分布估算，作业会访问测试区域中的约 { $touched }。
verifies-each-pass = 作业还会读回每一遍写入的块并校验（verify）。
verifies-backlog = 每写 { $writes } 次，作业就读回写入的块并校验（verify_backlog）。
rated-amount = 按限速，在运行时间结束之前，作业只传输测试区域中的 { $bytes }，共 { $ios } 个 I/O。
transfers = 作业传输 { $total }。
does-operations = 作业执行 { $ios } 次操作。
transfers-at-most = 作业最多传输 { $total }。
transfers-in = 作业传输 { $total }，共 { $ios } 个 I/O。
reads-back = 作业还会读回 { $bytes } 并校验，共 { $ios } 个 I/O（verify）。
reads-back-at-most = 作业还会读回并校验最多 { $bytes }，共 { $ios } 个 I/O（verify）。
transfers-at-most-in = 作业最多传输 { $total }，共 { $ios } 个 I/O。
transfers-in-about = 作业传输 { $total }，约 { $ios } 个 I/O。
transfers-at-most-in-about = 作业最多传输 { $total }，约 { $ios } 个 I/O。
transfers-in-at-least = 作业传输 { $total }，至少 { $ios } 个 I/O。
transfers-at-most-in-at-least = 作业最多传输 { $total }。全部传完至少需要 { $ios } 个 I/O。
part-of-region = 作业最多访问测试区域的 { $share }。
part-of-region-each = 每个工作线程最多访问其测试区域的 { $share }。
passes = 测试区域最多遍历 { $passes } 遍。
passes-each = 每个工作线程最多把自己的测试区域遍历 { $passes } 遍。

depth = 队列深度为 { $depth }（ioengine={ $engine }）。
depth-of-workers = 队列深度合计 { $depth }，每个工作线程 { $each }（ioengine={ $engine }）。
depth-not-reached = 作业达不到 iodepth={ $iodepth }。
depth-search = { $workers ->
    [one] 作业寻找能使 { $percent }% 的 I/O 延迟不超过 { $target } 的最大队列深度，上限为 { $depth }（latency_target，ioengine={ $engine }）。
   *[other] 每个工作线程寻找能使 { $percent }% 的 I/O 延迟不超过 { $target } 的最大队列深度，上限为 { $depth }（latency_target，ioengine={ $engine }）。
 }
depth-adjusted = 作业持续调整队列深度，直到作业结束（latency_run=1）。

flash = I/O 直接到裸闪存，没有缓存。
copies = 数据由 CPU 从持久内存复制。
copies-past-caches = 数据由 CPU 从持久内存复制或复制到持久内存。写入绕过 CPU 缓存。
copies-through-caches = 数据由 CPU 从持久内存复制或复制到持久内存。写入经过 CPU 缓存（direct=0）。
copies-need-persistent-memory = 如果文件不在持久内存上，fiord 拒绝运行此作业。
direct = I/O 绕过页缓存（direct=1）。
buffered = I/O 经过页缓存（direct=0）。
mapped = I/O 经过页缓存中映射的页（ioengine=mmap）。
mapped-and-synced = I/O 经过页缓存中映射的页。每次写入都同步（ioengine=mmap，direct=1）。
synced-with-metadata = 每次写入都连同元数据一起同步。
synced = 每次写入都同步。
sync-after-each = 每次写入之后调用 { $call }。
sync-after-every = 每 { $writes } 次写入之后调用 { $call }。
sync-at-end = 作业结束时调用 fsync。
sync-on-close = 作业结束时对每个文件执行 fsync（fsync_on_close=1）。
sync-of-file-system = 作业结束时同步整个文件系统（end_syncfs=1）。
never-synced = 作业从不同步数据。
invalidated = 先清除文件在缓存中的页（invalidate=1）。

asks-for-cache = { $count } 个选项要求使用页缓存：{ $options }。作业测量的是页缓存和磁盘的共同结果。如果 fiord 输出更正后的命令，该命令同样使用页缓存。如果只测磁盘，请设置 direct=1。

iops-limit = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }限速为每秒 { $iops } 次。
iops-limit-each = 每个工作线程的{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }限速为每秒 { $iops } 次。
bandwidth-limit = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }限速为 { $bytes }/s。
bandwidth-limit-each = 每个工作线程的{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }限速为 { $bytes }/s。
shares-flow = flow_id={ $flow } 的作业按权重分配 I/O。该作业的权重为 { $weight }（flow）。
rate-minimum = 如果速率低于下限（rate_min、rate_iops_min），作业会失败。
random-intervals = I/O 按随机间隔发出。
pause = 作业每处理 { $blocks } 个块暂停 { $pause }。
pause-each = 每个工作线程每处理 { $blocks } 个块暂停 { $pause }。
pause-by-time = 作业每执行 { $work } 的 I/O 就暂停 { $pause }。
pause-by-time-each = 每个工作线程每执行 { $work } 的 I/O 就暂停 { $pause }。

runs-for = 作业运行 { $time }。
runs-for-before-end = 作业运行 { $time }，在全部字节传完之前停止。
ends-with-bytes = 全部字节传完后作业停止。
ends-with-bytes-or-time = 全部字节传完后作业停止，最迟在 { $limit } 后停止。
forecast = 全部字节传完后作业停止：需要 { $fast }（快速固态硬盘）到 { $slow }（100 MB/s，每个 I/O 2 ms）。
forecast-alike = 全部字节传完后作业停止：大约需要 { $time }。
forecast-with-syncs = 全部字节传完后作业停止：需要 { $fast }（快速固态硬盘）到 { $slow }（100 MB/s，每个 I/O 2 ms，每次同步 10 ms）。
runtime-limit = 作业最迟在 { $limit } 后停止。
ramp = 在此之前，作业先运行 { $ramp } 作为预热，不计入测量（ramp_time）。
ramp-first = 作业最初 { $ramp } 的 I/O 不计入测量（ramp_time）。
ramp-may-be-result = 如果作业在 ramp_time 之内结束，结果包含作业的全部 I/O。
ramp-is-result = 作业在 ramp_time（{ $ramp }）结束之前就已结束，因此结果包含作业的全部 I/O。
ends-steady = 达到稳态时作业也会结束（steadystate={ $rule }，持续 { $window }）。
ends-at-depth = 作业完成队列深度的搜索时也会结束（latency_target）。
ends-with-job = { $count ->
    [one] 作业 { $jobs } 结束时，此作业也会结束（exitall）。
   *[other] 作业 { $jobs } 中任何一个结束时，此作业也会结束（exitall）。
 }
ends-with-jobs = 另外 { $jobs } 个作业中任何一个结束时，此作业也会结束（exitall）。
unknown-time = 作业的时长未知。

makes-files = 作业创建缺少的文件。
deletes-files = 作业删除自己的文件，包括之前已有的文件。
makes-directories = 作业创建自己的目录。
deletes-directories = 作业删除自己的目录（仅当目录为空）。
created = 将创建 { $files } 个文件。
created-of = 将创建 { $files } 个文件（每个 { $size }）。
created-when-opened = 作业在打开文件时才创建文件，共 { $files } 个空文件（create_on_open=1）。
created-and-filled = 测量开始前，将创建并填满 { $files } 个文件。
created-and-filled-of = 测量开始前，将创建并填满 { $files } 个文件（每个 { $size }）。
made-by-job = 作业 { $job } 会先创建所需的 { $files } 个文件。
extended = 测量开始前，{ $target } 将填充到 { $size }。
layout-time = 填充需要 { $fast }（快速固态硬盘）到 { $slow }（100 MB/s）。
discarded = { $target } 中的数据将被丢弃。
overwritten = { $target } 中的数据将被覆盖。
appended = 作业在 { $target } 末尾追加数据。
overwritten-in-part = { $target } 的 { $size } 中，最多有 { $touched } 将被覆盖。
overwritten-and-extended = { $target } 中的数据将丢失，文件增大到 { $size }。
more-changed = 另外 { $files } 个文件中的数据也会改变。
destroyed = { $target } 上的数据将被破坏。
refused = fiord 拒绝在 { $target } 上运行此作业：{ $holdings }。
refused-without-consent = 没有 --allow-destroy={ $target } 时，fiord 拒绝在 { $target } 上运行此作业：{ $holdings }。
removed-afterwards = 作业结束时删除自己的文件，包括原来已存在的文件（unlink=1）。
kept-afterwards = 结束后保留新建的 { $files } 个文件。

runs-before = 作业开始前运行命令 `{ $command }`（exec_prerun）。
runs-after = 作业结束后运行命令 `{ $command }`（exec_postrun）。
waits-for-all = 在它之前的所有作业结束后，作业才启动。
waits-for-job = 此作业等待作业 { $job }。
starts-after = 作业在 { $delay } 后启动。
starts-after-range = 作业在 { $least } 到 { $most } 后启动。
starts-no-earlier = 作业最早在第一个作业启动 { $delay } 之后启动（startdelay）。

cannot-run = 作业无法运行。
together = 作业与 { $jobs } 同时运行。
together-many = 作业与另外 { $jobs } 个作业同时运行。
group-of-blocks = 由于 group_reporting，作业的结果与 { $jobs } 的结果合并，而它们的块大小不同。
group-of-blocks-many = 由于 group_reporting，作业的结果与另外 { $jobs } 个作业的结果合并，而它们的块大小不同。
