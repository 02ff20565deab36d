## Any option
needs-value = `{ $option }` 需要一个值
empty-value = `{ $option }` 的值为空
not-of-engine = `{ $option }` 不是引擎 { $engine } 的选项
belongs-to = 它属于 { $engines }
not-an-option = `{ $name }` 不是选项
did-you-mean = 是不是想写 `{ $near }`？
no-effect = `{ $option }` 在这里不起作用：{ $reason }
not-here = fiord 没有 `{ $option }`：{ $reason }
leave-out-or-fio = 去掉它，或者用 fio 运行这个作业
leave-out = 去掉这个选项
leave-one-out = 去掉两者之一

## What an option takes
any-text = 任意文本
number-between = { $least } 到 { $most } 的数字
number-from = 不小于 { $least } 的数字，如 4096、4k 或 1m
number = 数字，如 4096、4k 或 1m
number-or-percent = 1g 这样的数字，或 50% 这样的百分比
time-seconds = 时间，如 30s、5m、500ms；没有单位的数字按秒计
time-micros = 时间，如 100us、5ms、2s；没有单位的数字按微秒计
zero-or-one = 0 或 1
nothing-or-flag = 不写值，或 0、1
range = 范围，如 4k-64k
one-of = { $names } 之一
some-of = { $names } 中的若干个，用逗号分隔
numbers-by-colon = 用 `:` 分隔的数字
allowed = 可用的值：{ $values }
allowed-near = 是不是想写 `{ $near }`？可用的值：{ $values }

## Values
not-a-value = `{ $option }={ $value }`：这个选项没有这样的值
not-a-word = `{ $option }={ $value }`：`{ $word }` 不是这个选项的值
read-as = fio 把 `{ $option }={ $value }` 读作 { $number }
read-as-micros = fio 把 `{ $option }={ $value }` 读作 { $number } 微秒
write-flag = 写成 { $option }=0 或 { $option }=1
too-large = `{ $option }={ $value }`：数字太大
out-of-range = `{ $option }={ $value }`：超出范围
no-percentage = `{ $option }` 不能是百分比
no-zones = `{ $option }` 不能以区域（zone）为单位
part-ignored = { $problem }；忽略这一部分
first-only = `{ $option }={ $value }`：只用第一个数字
rest-ignored = `{ $option }={ $value }`：其余部分忽略不计
use-bsrange = 大小的范围写成 bsrange={ $value }
directions-by-commas = 各方向用逗号分隔
not-a-range = `{ $option }={ $value }` 不是范围：这些数字分别用于读、写和 trim
binary-units = 要按 1024 的幂，写成 { $option }={ $binary }；kb_base=1000 使单位具有 IEC 的含义
fraction-cut = fio 会去掉小数部分及其后的单位；请用更小的单位写 { $option }
hex-no-unit = 十六进制数不带单位
units-of-size = 只有紧跟在数字后面的单位有效；单位是 k、m、g、t、p
units-of-time = 时间单位是 us、ms、s、m、h、d
bounds-swapped = `{ $option }={ $value }`：上下限颠倒，已对调
smaller-first = 先写较小的一个
part-read-as = `{ $option }`：fio 把 `{ $part }` 读作 { $number }
separate-by-colon = 数字用 `:` 分隔
too-many-numbers = `{ $option }` 最多取 { $most } 个数字；其余的数字忽略不计
leave-some-out = 去掉一些
not-a-number = `{ $text }` 不是数字

## Offsets and sizes
zoneskip-percent = zoneskip={ $percent }%：应为字节数，或 2z 这样的区域（zone）数
spr-op-one = spr_op：应为一个数字
spr-op-example = 如 spr_op=0.15
spr-op-share = spr_op={ $share }：应为大于 0、小于 1 的比例
spr-op-meaning = 设备的闪存比它显示的容量多 15% 时，写 0.15
rw-suffix = `rw={ $mode }:{ $suffix }`：`{ $suffix }` 不是数字
rw-suffix-meaning = 顺序模式下是要加到位置上的字节数，随机模式下是每个偏移量的 I/O 数
rw-suffix-read-as = fio 把 `rw={ $mode }:{ $suffix }` 中的 `{ $suffix }` 读作 { $number }
ios-no-unit = 每个偏移量的 I/O 数不带单位
percent-above = { $number }% 大于 { $most }%
no-block-size = 没有给出块大小
bssplit-example = 如 4k/60:64k/40
too-many-entries = { $entries } 项太多；最多 { $most } 项
not-a-block-size = `{ $size }` 不是块大小
percentages-above = 百分比之和为 { $sum }，超过 100
percentages-below = 百分比之和为 { $sum }；其余归 { $bytes } 字节的块，共占 { $percent }%
blank-gets-rest = 某项的百分比留空，其余就归它
not-a-percentage = `{ $text }` 不是百分比
percentage-is-zero = `{ $text }` 不是百分比，按 0 计算
write-number = 写一个数字
fios-order = `random_generator=fio` 不能与 { $option } 一起使用：有该选项时，fio 的偏移量顺序未知
fios-order-sizes = `random_generator=fio` 不能与多种块大小一起使用：块大小不止一种时，fio 的偏移量顺序未知
leave-generator-out = 去掉 `random_generator`
sequence-strided = random_distribution=sequence：fiord 不支持它与 `zonemode=strided` 一起使用
size-too-small = `size` 是 { $size } 字节，小于最小的块大小；至少 { $least } 字节
zonesize-alone = `zonesize` 需要 zonemode
strided-needs-size = `zonemode=strided` 需要 `zonesize`
zipf-theta = zipf 的 theta 不能是 { $theta }
zipf-range = 大于 0 且不等于 1
pareto-shape = pareto 的形状参数不能是 { $shape }
pareto-range = 0 与 1 之间
deviation = 偏差不能是 { $deviation }
deviation-range = 0% 至 100%（不含 100%）
center = 中心不能是 { $center }
center-range = 0 到 1
sequence-example = 如 sequence:2,0,1
sequence-empty = 没有给出序列中的块
not-a-block = `{ $block }` 不是块号
such-as = 如 { $example }
zones-missing = 没有给出各区段
not-an-access-share = `{ $access }` 不是访问的百分比
not-a-zone-size = `{ $size }` 不是区段的大小
accesses-sum = 访问的百分比之和为 { $sum }，不是 100
zones-sum = 各区段的大小之和为测试区域的 { $sum }%
zones-need-bytes = 每个区段都要给出以字节计的大小

## `sprandom`
sprandom-with = `sprandom` 不能与 { $option } 一起使用
sprandom-sizes = `sprandom` 不能与多种块大小一起使用
sprandom-one-size = 只用一种大小，如 bs=4k
sprandom-rw = `sprandom` 不能与这个 `rw` 一起使用：它是一遍随机写
sprandom-generator = `sprandom` 不能与这个 `random_generator` 一起使用
sprandom-lfsr = 使用 random_generator=lfsr，或去掉 random_generator
sprandom-align = `sprandom` 不能与不等于块大小的 `blockalign` 一起使用
sprandom-io-size = `sprandom` 不能与 `io_size` 一起使用：写多少由 `size` 和 `spr_op` 决定
sprandom-no-io-size = 去掉 io_size
sprandom-ios = `sprandom` 不能与 `number_ios` 一起使用：写完一整遍，设备才算准备好
sprandom-timed = `sprandom` 不能与 `time_based` 一起使用：设备要到一遍写完时才准备好
sprandom-files = `sprandom` 不能与多个文件一起使用：它们的写入会混在一起
sprandom-job-each = 每个文件用一个作业
sprandom-clones = `sprandom` 不能与共用同一设备的多个作业克隆（numjobs）一起使用：每个克隆都会写满整个设备
sprandom-one-clone = 使用 numjobs=1，或用 offset_increment 和 size 让每个克隆各写一部分
sprandom-engine = `sprandom` 不能与这个 `ioengine` 一起使用
sprandom-data-engine = 使用写数据的引擎，如 io_uring

## Buffers, patterns
no-gpu-memory = fiord 没有 `mem=cudamalloc`：无法把缓冲区放在 GPU 内存中
dedupe-too-much = dedupe_percentage={ $wanted }：百分之 { $set } 是工作集，工作集没有重复数据；最多 { $most }
pattern-length = 数据模式不能是 { $length } 字节
pattern-range = 1 到 { $most } 字节
not-a-pattern = `{ $text }` 不是数据模式
pattern-forms = 双引号中的字符串，单引号中的文件，0xdeadbeef 这样的十六进制数，或十进制数
pattern-file = 无法读取数据模式文件 `{ $path }`：{ $reason }
pattern-file-cut = 只用 `{ $path }` 的前 { $bytes } 字节
pattern-most = 数据模式最多 { $most } 字节
no-format = 这个数据模式中不能用 %o 这样的格式
only-offset = 数据模式中只能用格式 %o
offset-meaning = %o 是块的偏移量

## Start, end and errors
steady-form = iops、iops_slope、bw、bw_slope、lat 或 lat_slope，然后是 `:` 和 5% 这样的界限
steady-no-limit = `steadystate={ $text }` 没有界限
steady-measure = `steadystate={ $text }`：`{ $name }` 不是可用的指标
steady-limit = `steadystate={ $text }`：`{ $limit }` 不是界限
not-an-error = `{ $name }` 不是错误名
error-names = EIO 这样的名称，或数字
time-based-alone = 没有 `runtime` 时，`time_based` 不起作用
two-rates = `rate` 和 `rate_iops` 不能同时使用
rate-below-minimum = { $direction } 的最低速率高于它的速率
replay-with = read_iolog 不能与这个 `{ $option }` 一起使用
replay-align = replay_align={ $align }：应为 2 的幂
merge-scalars = merge_blktrace_scalars：应为大于 0 的百分比
merge-iters = merge_blktrace_iters：应为不小于 1 的整数
no-recording = read_iolog：应为 I/O 跟踪记录的文件名
recording-from-stdin = read_iolog=-：fiord 要把 I/O 跟踪记录读两遍，而标准输入只能读一遍
store-first = 先存到文件里
not-an-io = `{ $word }` 不是 I/O 的种类
io-kinds = read、write、trim、sync，用逗号分隔
no-clock = log_alternate_epoch_clock_id={ $number }：fiord 不支持这个时钟
clock-ids = 0 到 9，或 11
no-start-clock = job_start_clock_id={ $number }：job_start 是日历时间（时钟 0）；不支持其他时钟
log-no-room = log_store_compressed：压缩的日志没有存放 log_issue_time 和 log_window_value=both 的字段
logs-as-text = 把日志写成文本

## Files, processors, queues
not-a-scheduler = ioscheduler={ $name }：应为 I/O 调度器的名称
schedulers = 如 none、mq-deadline、kyber 或 bfq
directory-late = `directory={ $directory }` 写在 `filename` 之后：与 fio 一样，它对 { $files } 不起作用
directory-first = 把 `directory` 写在 `filename` 之前
names-add-up = 每个 `filename` 都会增加文件：现在的文件是 { $files }
one-filename = 每个作业只写一次 `filename`；如果作业要用其他文件，请从全局小节中去掉 `filename`
no-append = `file_append`：引擎 { $engine } 不能扩展文件
another-engine = 换一个 ioengine
not-a-cgroup = cgroup={ $text }：应为控制组（cgroup）的名称
cgroup-example = 如 fio 或 tests/one
not-nodes = `{ $text }` 不是内存节点的列表
nodes-form = 从 0 开始的数字和范围，如 0,2-3
not-a-policy = `{ $text }` 不是内存策略
policies = default、local、prefer:NODE、bind:NODES 或 interleave:NODES
cpus-form = 从 0 开始的数字和范围，如 0,2-4
not-a-cpu = `{ $text }` 不是 CPU
no-such-cpu = CPU { $cpu } 不存在；最后一个是 { $last }
no-cpu = 没有给出 CPU
cpu-missing = CPU { $cpu } 不存在
cpu-mask = 掩码的第 N 位是 CPU N，从 0 开始
offload-not-needed = `io_submit_mode=offload` 对 { $engine } 不起作用：所有 I/O 都由作业的线程提交；只有 sync、psync、pvsync 和 pvsync2 能交给其他线程
offload-impossible = `io_submit_mode=offload` 不能与 { $engine } 一起使用：它的调用不能交给其他线程；请用 sync、psync、pvsync 或 pvsync2
depth-generic-only = `iodepth={ $depth }` 只在通用设备（/dev/sgN）上能达到：在块设备上，sg 同时只有一个 I/O 在途
depth-not-reached = `iodepth={ $depth }` 达不到：{ $engine } 是同步引擎
not-writes = `{ $text }` 不是写入次数
sync-range-alone = 没有写入次数时，`sync_file_range` 不起作用
sync-range-example = 例如 sync_file_range=write:8

## Verification
verify-only-alone = 没有 `verify` 时，`verify_only` 不起作用
verify-overlap = verify：使用 `norandommap` 时，大小不同的块可能重叠
verify-clones = verify：这个作业的各个克隆可能写同样的块
verify-last-pass = verify：每写完一遍数据就读回；`runtime` 结束时没有写完的最后一遍不读回

## Zoned devices
zbd-serialize = `create_serialize=0` 不能与 `zonemode=zbd` 一起使用
zbd-verify-only = `verify_only` 与 `zonemode=zbd`：上一次运行写在区域（zone）中的位置取决于区域和其他作业，无法重现
zbd-verify-state = `{ $option }` 与 `zonemode=zbd`：上一次运行写在区域（zone）中的位置取决于区域和其他作业，无法重现
zbd-trim = `trim_percentage` 与 `zonemode=zbd`：trim 会重置整个区域（zone），连同没有选中的块
zbd-remainder = `write_zone_remainder` 与 `verify`：区域（zone）剩余部分放不下一个完整的块，无法校验
zonesize-least = zonesize={ $bytes }：区域（zone）至少有 { $least } 字节
zonecapacity-most = zonecapacity={ $bytes }：大于 `zonesize`；请使用不超过 { $most } 的字节数
zones-need-size = 以区域（zone）计的大小（如 2z）需要 `zonesize`
give-zonesize = 请设为设备的区域（zone）大小
zbd-replay = `read_iolog` 与 `zonemode=zbd`：I/O 的偏移量由 I/O 跟踪记录决定
zbd-no-io = `zonemode=zbd`：ioengine={ $engine } 既不读也不写
zbd-commands = `zonemode=zbd`：ioengine={ $engine } 的命令绕过内核对区域（zone）的管理
zbd-recover = `recover_zbd_write_error` 需要写入失败后仍继续的作业

## Engines
engines = 可用的引擎：{ $engines }
engines-near = 是不是想写 `{ $near }`？可用的引擎：{ $engines }
engine-not-here = fiord 没有引擎 { $engine }：{ $reason }
engine-from-file = fiord 不从文件加载引擎
not-an-engine = `{ $name }` 不是引擎
priority-form = 如 4k/20:64k/50，带类别和等级时如 4k/20/1/0
priority-directions = 只有读和写带优先级
priority-sum = 块大小 { $bytes } 字节的各项百分比之和超过 100
not-a-share = `{ $entry }` 不是带百分比的大小
two-priorities = cmdprio_percentage 和 cmdprio_bssplit：只能用其中一个
no-atomic = atomic：{ $engine } 不能请求原子写
atomic-engines = 用 ioengine=pvsync2、libaio 或 io_uring
verify-no-data = verify：引擎 { $engine } 不写可以校验的数据
fsync-no-file = fsync：引擎 { $engine } 不保持文件打开，没有可同步的文件
opendir-own-files = opendir：引擎 { $engine } 只处理作业指定或创建的文件
pre-read-nothing = pre_read：引擎 { $engine } 不读数据
no-donor = e4defrag：没有 `donorname`
donor-example = 用一个还不存在的文件，如 donorname=donor
defrag-writes = e4defrag 只做写入
rw-writes = 用 rw=write 或 rw=randwrite
skip-bad-verify = verify：`skip_bad` 会跳过一些块，这些块中没有可以校验的数据
skip-bad = `skip_bad`：跳过坏块中的 I/O，但计数时算作完成
no-program = exec：没有 `program`
program-example = 请设为要运行的程序，如 program=/usr/bin/vmstat
exec-user = ioengine=exec 的 `uid` 和 `gid`：fiord 不以其他用户的身份运行程序
exec-endless = exec：没有 `runtime` 时，作业一直运行到被停止，程序结束后也是如此
no-cpuload = cpuio：没有 `cpuload`
cpuload-example = 请设为要占用的 CPU 百分比，如 cpuload=50

## NVMe and SCSI commands
no-bsg = fiord 没有 `cmd_type=bsg`；fiord 用 `ioengine=sg` 发送 SCSI 命令，而不经过 io_uring
write-mode-form = write、uncor、zeroes、verify 之一，或其中几个加上百分比，总和为 100：write/60:zeroes/40
write-mode-near = 是不是想写 `{ $near }`？可用的值：write、uncor、zeroes、verify 之一，或其中几个加上百分比，总和为 100：write/60:zeroes/40
write-mode-word = write_mode：`{ $word }` 不是写入的种类
write-mode-twice = write_mode：`{ $word }` 出现了两次
write-mode-percent = write_mode：`{ $text }` 不是百分比
write-mode-sum = write_mode：百分比之和为 { $sum }
pi-check = pi_chk：`{ $part }` 不是可检查的字段
pi-checks = GUARD、REFTAG、APPTAG，用逗号分隔
not-a-plid = `{ $part }` 不是放置标识符的编号
plids-form = 0 到 65535 的数字和范围，如 0,2,5-7
scheme-unreadable = 无法读取 `{ $path }`：{ $reason }
scheme-too-long = `{ $path }` 超过 { $most } 字节
scheme-entry = `{ $path }` 第 { $line } 行：`{ $text }` 不是有效的条目
scheme-form = 起点、终点和编号，如 0, 1073741824, 2；终点大于起点
scheme-empty = `{ $path }` 中没有条目
placement-engine = dataplacement：只对 ioengine=io_uring_cmd 的写入有效
use-uring-cmd = 用 ioengine=io_uring_cmd 和 /dev/ng0n1 这样的通用设备
scheme-both = plid_select=scheme 和 dp_scheme 要一起使用
both-or-none = 两者都写，或都不写
plids-idle = 有 `dp_scheme` 时 `plids` 不起作用：每次写入去哪里由 `dp_scheme` 决定
scheme-streams = dp_scheme：流的编号从 1 开始
streams-need-plids = dataplacement=streams：`plids` 要列出流的编号，从 1 开始
plids-example = 如 plids=1,2
compare-pattern = verify_mode=compare：只能与 `verify=pattern` 和 `verify_pattern` 一起使用
compare-use-pattern = 用 verify=pattern 加 verify_pattern=…，或用 verify_mode=read
compare-unwritten = verify_mode=compare：作业的每次读都做比较，没有写过的块也一样
compare-one-way = 用只写或只读的模式，不要 trim
compare-sizes = verify_mode=compare：不支持多种块大小，也不支持与块大小不同的 `blockalign`
compare-one-size = 全部用同一个 bs=，不用 blockalign
one-range = 用 num_range=1，或去掉它
ranges-engine = num_range={ $ranges }：{ $engine } 每次只 trim 一个范围；只有 io_uring_cmd 每次能 trim 多个范围
ranges-rw = num_range={ $ranges }：只有 trim 有多个范围，而 `rw={ $mode }` 不只做 trim
ranges-bytes = num_range={ $ranges }：每个范围最多 { $largest } 字节，一个 I/O 共 { $bytes } 字节
ranges-replay = num_range={ $ranges }：I/O 跟踪记录（`read_iolog`）中每次 trim 只有一个范围
ranges-option = num_range={ $ranges }：`{ $option }` 只支持每个 I/O 一个偏移量
one-range-or-uring = 用 num_range=1，或用 ioengine=io_uring_cmd 和 /dev/ng0n1 这样的通用设备
one-range-or-trim = 用 rw=trim 或 rw=randtrim，或用 num_range=1
fewer-ranges = 最多 2147483647 字节：减少范围数，或用更小的 `bs`
pre-read-commands = pre_read：这个引擎绕过页缓存
commands-idle = `uncached`、`nowait` 和 `cmdprio_*` 对 io_uring_cmd 不起作用：发给设备的命令中没有它们
sg-writes = 用 sg_write_mode=write、write_and_verify 或 write_stream
nvme-write = 用 write_mode=write
verify-not-stored = verify：用这个 `{ $option }` 时，块中不是发送的数据

## The simulated device
sim-disk-limits = `sim_iops_limit` 和 `sim_bytes_limit` 对 `sim_model=disk` 不起作用；请去掉
sim-drift = `sim_drift={ $text }` 不是整数
sim-gc = `sim_gc={ $text }` 不是 greedy、fifo、cost-benefit、random 或 d:N
sim-hot = `sim_hot={ $text }` 不是 90/10 这样的 H/P
sim-size-small = `sim_size` 小于一页
sim-pages = 模拟的闪存设备最多有 { $most } 页，而 `sim_size` 和 `sim_page` 得出 { $pages } 页；请减小 `sim_size`
sim-superblocks = 按这个 `sim_op`，盘有 { $there } 个 { $pages } 页的超级块，而需要 { $least } 个；请增大 `sim_op`，或减少 `sim_dies` 或 `sim_block_pages`
sim-spare-pages = 模拟的闪存设备连同预留空间最多有 { $most } 页，而 `sim_op` 得出 { $pages } 页；请减小 `sim_op`
