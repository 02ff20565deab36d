summary = { $lines } 行中有 { $runs } 次运行（{ $kinds }），{ $findings } 条结论。{ $parts } 处未能识别。
summary-without-runs = { $lines } 行中有 0 次运行。{ $parts } 处未能识别。
kept = 已存为运行 { $first } 到 { $last }。`fiord report { $first }` 显示运行 { $first }。
kept-one = 已存为运行 { $run }。`fiord report { $run }` 显示该运行。
runs-in-lines = 相关运行位于第 { $lines } 行（共 { $count } 行）。
runs-in-more-lines = 相关运行位于第 { $lines } 行及另外 { $more } 行。
grid = 各设置的读 + 写 IOPS（设置按原文）：
same-columns = 这 { $columns } 列中有 { $same } 列与另一列设置相同，只是写法不同。不同的设置共 { $settings } 种。
more-runs = 另有 { $runs } 次运行：--verbose、--csv 和 --json 显示全部。
remarks = 备注：
remark = 第 { $lines } 行的运行（共 { $count } 次）：{ $note }
remark-on-more = 第 { $lines } 行及另外 { $more } 行的运行：{ $note }
more-remarks = 另有 { $remarks } 条备注：--verbose 和 --json 显示全部。
not-understood = 未能识别：
line = 第 { $first } 行
lines = 第 { $first } 到 { $last } 行
part = { $place }：{ $begins }
part-because = { $place }（{ $reason }）：{ $begins }
more-parts = 另有 { $parts } 处：--verbose 和 --json 显示全部。
head-device = 设备
head-line = 行
head-kind = 类型
head-name = 名称
head-what = I/O
head-latency = 延迟
head-samples = 样本
head-group = 组
head-grade = 等级

counted-without-snapshots = 第 { $line } 行的运行只计一次。导入时忽略了这次运行较早的 { $snapshots } 个中间结果。
counted-without-copies = 第 { $line } 行的运行只计一次。第 { $lines } 行是它的副本（共 { $count } 个）。
counted-in-one-format = 第 { $line } 行的运行只计一次。文本中还以另外 { $formats } 种格式列出了这次运行。

nothing-read = { $file }：{ $lines } 行中没有读到任何运行（{ $found }）。`fiord import --help` 列出各种格式。
found-unknown = { $parts } 处未知格式的文本
found-commands = { $commands } 条没有输出的命令
found-json = { $documents } 个没有结果的 JSON 文档
found-blank-lines = 只有空行
a-directory = 是目录；请使用文件，或用 - 表示标准输入
no-such-file = 没有这个文件；请检查文件名，或用 - 表示标准输入
no-such-file-near = 没有这个文件；是不是 { $near }？

why-unknown = 未知格式
why-command = 只有命令，没有它的输出
why-json = JSON：{ $problem }
json-without-end = 缺少文档结尾
no-json = 没有找到 JSON 文档
broken-json = JSON 已损坏：{ $problem }
no-job-has-a-result = 没有一个作业有结果
not-a-result = 既不是 fio 的结果（缺少 `{ $key }`），也不是 fiord 的文档
no-job = 没有定义作业
job-files-not-opened = fiord import 不打开作业文件
files-not-opened = fiord import 不打开作业选项所指定的文件

job-not-read = 此结果的作业未能读取：{ $problem }
command-not-read = 此结果的命令未能读取：{ $problem }
command-in-line-not-read = 第 { $line } 行的命令未能读取：{ $problem }
judged-as = 此结果按 fio 作业 { $options } 判断。
settings-of-script = { $program } 不输出的设置取自其脚本。
ends-before-statistics = 输出在统计之前就结束了。
sockperf-half = sockperf 的延迟是一次往返的一半。
ends-before-summary = 输出在第 { $line } 行结束，后面没有组的汇总。
sample-means = 这些速率是 fio 采样值的平均值，不是整个运行时间的总量。
sample-share = 该吞吐量占其所在组吞吐量的 { $share }（per=）。
requested-rate = vdbench 被要求每秒 { $rate } 次 I/O，并且达到了这个速率。这个速率是负载，不是设备的上限。
line-ends-early = 此行不完整，缺少的值未知。
report-cut = `{ $job }` 的报告不完整，缺少的值未知。
terse-without-trims = 此结果既没有读也没有写。作业可能只有丢弃（trim）：fio 的 terse 输出第 3 版不显示丢弃。
verify-reads = `{ $job }` 的读全部用于校验该作业写入的数据（verify）。
retyped-lines = 有 { $count } 行（第 { $lines } 行）不是 fio 打印的原样（`{ $part }`）。报告是手工录入或由图片识别的：请对照原始输出核对其中的数字。

flags-are-unknown = 旧版 fio 的 JSON 不含没有值的选项（time_based、…）。
directions-are-summed = `{ $job }`：fio 合并了各个方向的计数（unified_rw_reporting=mixed）。fiord 把合计值按读取判断。
last-document = 文件中有 { $documents } 个文档，只判断最后一个。
merged-workers = `{ $job }` 的数值是 { $workers } 个工作线程的合计，在导入前已经合并。
short-ios-are-syncs = `{ $job }`：{ $ios } 个短 I/O 其实是同步操作。旧版 fio 把一次同步计为一次短读。
syncs-not-printed = `{ $job }`：这些延迟是 write() 的延迟，不含每次写入之后的 { $call }。输出中没有同步延迟。按运行时间推算，每次 { $call } 平均耗时 { $latency }，其百分位未知。请使用 fio 3.5 或更新版本，或 `fiord check etcd`。
uncounted-disks = { $disks } 的磁盘统计全部为零：内核没有在这里统计 I/O（较旧的内核只在各条路径上统计 NVMe 多路径，DAX 不统计），因此磁盘的 I/O 未知。
no-options = `{ $job }` 没有选项：引擎、direct 和访问模式未知。
unknown-engine = `{ $job }`：fiord 不认识 ioengine={ $engine }。判断作业时，假定该引擎始终保持 iodepth 个在途 I/O。
unknown-option = `{ $job }`：无法理解 { $option }={ $value }。
contradictory-options = `{ $job }`：选项互相矛盾，没有读取。

log-without-unit = 日志的名称没有说明内容（…_bw.log、…_iops.log、…_clat.log），因此其中的数值没有单位。
log-in-nanoseconds = 延迟按纳秒读取。fio 3.0 之前的版本在日志中写微秒。
log-of-single-ios = 日志中每个 I/O 一行（没有 log_avg_msec）。速率由行数和字节数算出，不是数值的平均。
log-first-row = 忽略第一个 { $direction } 值（{ $value }）。它是其他任何值的 { $times } 倍以上，因为 fio 用作除数的时间短于第一行所覆盖的时间。
log-of-means = 日志的各行按时间窗口内的平均延迟读取（log_avg_msec）。各个 I/O 的百分位和最大值未知。
log-of-means-and-maxima = 日志的每一行是一个时间窗口内的平均延迟和最大延迟（log_avg_msec）。各个 I/O 的百分位未知。
log-with-gap = 日志在 { $all } ms 中有 { $gap } ms 没有数据行，因此不判断它随时间的变化。
log-too-long = 日志长于 { $most } s，因此不判断它随时间的变化。

numbers-without-unit = 此行有 { $numbers } 个数值没有单位，因此没有读取。
numbers-with-two-readings = 此行有 { $numbers } 个数值没有读取：其中的点可能是千位分隔符，也可能是小数点。
bonnie-untimed = bonnie++ 有 { $results } 项结果显示 +++++：测试结束得太快，无法计时。
ended-by-signal = fio 被信号终止（第 { $line } 行）：结果只到终止时为止。
dd-stopped = dd 在完成 { $asked } 个块中的 { $blocks } 个后停止。
since-boot = 这份报告是开机以来的平均值，不是测试期间的速率。
dd-interrupted = dd 被中断，因此命令要求的 { $sync } 不在所计时间之内。
dd-of-memory = { $target } 是内存（tmpfs）：所得速率不是磁盘的速率。
dd-of-random-numbers = { $source } 的速度可能限制了 dd 的速率。
dd-between-files = dd 读一个文件，写另一个文件：所得速率最多是两者中较慢者的速率。
dd-to-stdout = dd 写到标准输出。接收数据的程序或文件未知，因此该速率可能不是磁盘的速率。
ioping-pauses = ioping 每 { $seconds } 秒发出一个请求。省电的盘可能在两个请求之间休眠。ioping 的 IOPS 是 1 / 延迟。
kdiskmark-unit = KDiskMark 把 KiB/s 除以 1,000：它的 { $printed } MB/s 实为 { $rate } MB/s。
kubestr-jobs = 如果作业文件没有 stonewall（kubestr 的默认作业文件就没有），这 { $jobs } 个作业就是同时运行的，共用这个卷。
macos-fsync = 在 macOS 上，fsync 不会把盘的缓存刷盘；fsync_writethrough（F_FULLFSYNC）才会。
sysbench-fsyncs = sysbench 会定期对 { $files } 个文件逐一调用 fsync。本次运行中平均每次写入有 { $fsyncs } 次 fsync。它输出的延迟也包含对没有新数据的文件调用 fsync 的延迟。
sysbench-write = 一次写入连同其 fsync 耗时 { $latency } ms。
yabs-unit = YABS 把 KiB/s 除以 1,000 并显示为 MB/s：它的读速率 { $printed } 实为 { $rate } MB/s。
yabs-json-unit = YABS 的 KBps 就是 KiB/s。

measures-tmpfs = 内存（tmpfs），不是磁盘
measures-memory = 内存，不是磁盘
measures-drive-cache = 盘的缓存及其链路，不是存储介质
after-blocks = 共 { $asked } 个块，已完成 { $blocks } 个
after-blocks-of-unknown = 已完成 { $blocks } 个块，总数未知

sysbench-buffers = sysbench fileio 默认经过页缓存读写，除非使用 --file-extra-flags=direct。如果测试文件能放进内存，这些速率可能是内存的速率。
unsteady-rates = 运行期间速率在 { $min } 到 { $max } IOPS 之间变化：平均值不代表稳定的速率。
hdparm-memory = hdparm 的缓存读取来自内存，不是磁盘。
hdparm-drive-cache = 带 --direct 的 hdparm 缓存读取来自盘的缓存：测到的是该缓存及其链路，不是存储介质。
slower-pool = 第 { $line } 行显示 { $device } 为 { $moved }，但作业计为 { $counted }。其余由缓存提供或留在缓存中，或者文件系统压缩了数据，或者多个工作线程重复计算了相同的数据。
command-repeated = 同一条命令运行了 { $runs } 次。最快的一次，速率是本次的 { $times } 倍。不要对这些运行取平均：其中一次可能是该文件的首次运行，或者缓存可能应答了其 I/O。
over-soon = 按此速率，作业在 { $took } 后传输完 { $size } 就结束，永远达不到 { $runtime } 的运行时间。
idle-disk = { $volume } 使用 { $disks }，但 { $idle } 没有 I/O：该卷没有条带化，因此对一个文件的 I/O 同一时间只用到一块磁盘。
other-block = 第 { $line } 行称本次运行的块大小为 { $said }，但作业中是 { $block }。
dirty-pages-left = 第 { $line } 行的 drop_caches 只丢弃干净页。尚未回写的脏页留在内存中，并由它们应答读取。请先运行 `sync`。
other-directories = 同一条命令在 { $directories } 中运行。这些目录可能位于不同的文件系统上，因此这些运行是多个位置的结果，不是同一设置的重复。
offered-load = 每秒 { $iops } 个 I/O，每个的延迟为 { $latency }，平均不到一个 I/O 在途：至少 { $idle } 的时间没有在途 I/O。这个速率是当时的负载，不是磁盘的极限。
needs-jobs = { $iops } IOPS × 平均延迟 { $latency } = { $in-flight } 个在途 I/O。队列深度为 { $depth } 时需要 { $jobs } 个作业，但文本没有给出作业数。

page-title = 导入的结果：{ $files }
page-answer = 从 { $files } 个文件读取了 { $runs } 次运行。
page-wrong = 有 { $runs } 次运行的等级为 D，因为有结论表明其中的数字会误导读者。
page-unknown = ? 表示未知：文本中没有这个值。
page-matrix = 各设置和块大小下的吞吐量
page-bandwidth = 各结果的吞吐量
page-iops = 各结果的 IOPS
page-latency = 各结果的平均延迟
page-p99 = 各结果的 p99 延迟
page-remarks = 备注
head-file = 文件
head-target = 目标
head-bandwidth = 吞吐量
