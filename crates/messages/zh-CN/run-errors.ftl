## 工作线程为什么失败，或者运行为什么无法开始。随运行保存；fio 模式用英文显示。

# 文件。
no-direct-io = 该文件系统不支持直接 I/O（direct=1）
file-no-direct-io = 该文件不支持直接 I/O（direct=1）
changed-kind = 准备运行之后，文件的类型发生了变化
block-not-multiple = 块大小 { $bytes } 字节不是 { $unit } 字节的整数倍，而此处 direct=1 要求如此
offset-not-multiple = 偏移量 { $bytes } 字节不是 { $unit } 字节的整数倍，而此处 direct=1 要求如此
buffer-file-read-only = 缓冲区会写入该文件，但本次运行是只读的
buffer-file-not-regular = 不是普通文件；缓冲区请使用普通文件
no-file-or-device = 既不是文件，也不是设备
dash = `-` 表示管道，不受支持；如果是同名文件，请写成 `./-`
filetype-nothing = filetype 不符：该文件不存在
filetype-file = filetype 不符：目标是普通文件
filetype-block = filetype 不符：目标是块设备
filetype-char = filetype 不符：目标是字符设备
files-limit = nrfiles={ $count }：一个进程最多同时打开 { $most } 个文件（ulimit -Hn）；请减少文件数
names-no-memory = nrfiles={ $count }：内存放不下这么多文件名；请减少文件数
layout-read-only = 需要创建或加长该文件，但本次运行是只读的
layout-verify-only = 该文件不存在或太短，而 verify_only 不创建文件
layout-forbidden = 需要创建或加长该文件，但 allow_file_create=0 不允许
no-such-device = 没有此设备，而在此路径新建的文件只会存在于内存中；请使用已有的设备
directory-forbidden = 需要创建该目录，但本次运行是只读的，或者作业设置了 allow_file_create=0
only-regular-files = 不是普通文件；该引擎只创建和删除普通文件
only-empty-directories = 不是目录；该引擎只删除空目录
no-size = 需要设置 size=：文件不存在或没有大小
offset-after-end = 偏移量 { $offset } 超出了文件或设备的末尾（{ $size } 字节）
block-too-large = 最小的块（{ $block } 字节）放不进作业的 { $bytes } 字节
too-many-regions = spr_num_regions={ $given }：每个区间会少于 { $least } 个块；最多使用 { $most } 个区间
cache-holds-region = spr_cs={ $cache }：有些区间在同一块的第一次和第二次写入之间只写 { $fresh } 字节，缓存会把两次写入合并；请减小 spr_num_regions，例如 { $fewer }

# 设备。
unknown-disk = 字符设备，无法确定它的命令会到达哪块磁盘
changed-while-examined = fiord 检查测试目标时，目标被替换了
kernel-says-in-use = 内核报告该设备正在使用：已挂载、用作 swap、是另一个设备的一部分，或者被某个进程独占打开
not-a-scsi-device = 不是设备；请使用 SCSI 磁盘（/dev/sdX）或它的通用设备（/dev/sgN）
not-generic-scsi = 是另一种字符设备，不是通用 SCSI 设备（/dev/sgN）
not-nvme-generic = 测试目标不接受 NVMe 命令；请使用命名空间的通用设备（/dev/ngXnY）
not-raw-flash = 不是裸闪存；请使用裸闪存的字符设备（/dev/mtdN）
commands-reach-disk = 发给该目标的命令会到达一块 { $bytes } 字节的磁盘的相同偏移量处；请使用整块磁盘，而不是其中一部分
not-persistent = 不在持久内存上：写入映射的数据不会持久。请使用带 DAX 的文件系统（/dev/pmemN 上的 ext4 或 xfs，以 -o dax 挂载），或者对任意文件使用 ioengine=mmap
not-dax-device = 是另一种字符设备，不是持久内存（/dev/daxX.Y）
dax-needs-device = 不是字符设备；请使用持久内存（/dev/daxX.Y），或者对持久内存上的文件使用 ioengine=libpmem
pmem-needs-file = 不是普通文件；如果持久内存是设备（/dev/daxX.Y），请使用 ioengine=dev-dax

# 块的元数据和保护信息。
protection-storage-tags = 不支持带存储标签的保护信息
protection-guards-32 = 不支持 32 位校验（guard）的保护信息
protection-guards-unknown = 不支持未知校验（guard）类型的保护信息
metadata-interleaved = 每个块的元数据紧跟在数据之后（LBA 格式），不受支持；请使用元数据有单独缓冲区的格式
metadata-none = md_per_io_size：块没有元数据
metadata-too-large = md_per_io_size={ $given }：太小；一个 I/O 最多有 { $needed } 字节元数据
protection-none = pi_chk：块没有保护信息
protection-type-3 = pi_chk=REFTAG：类型 3 的保护信息没有可检查的引用标签
compare-differs = verify_mode=compare：设备上的数据与 `verify_pattern` 不同
protection-wrong = 保护信息：块 { $block } 的 { $field } 是 { $received }，应为 { $expected }
ranges-in-command = num_range={ $given }：设备的一条命令最多接受 { $most } 个范围（DMRL）
blocks-in-range = num_range={ $given }：设备的一个范围最多接受 { $most } 个块（DMRSL）
blocks-in-command = num_range={ $given }：设备的一条命令最多接受 { $most } 个块（DMSL）
no-placement-ids = 放置标识符：设备没有
placement-index = dp_scheme：索引 { $index } 不存在；共有 { $count } 个放置标识符
placement-id = plids={ $index }：没有这个放置标识符；设备有 { $count } 个，从 0 开始编号
placement-read = 读取数据放置状态（RUH status）
device-size = 读取设备大小

# 区域（zone）。
zones-other-size = zonesize={ $given }：本次运行的另一个作业在此使用 { $bytes } 字节的区域（zone）
zones-need-direct = 区域（zone）可能拒绝缓冲写，因为内核可能打乱其顺序；请加上 direct=1
zones-of-part = 最后一个区域（zone）超出了目标的末尾（例如目标是一个分区）；请使用整个设备
zones-unknown = 目标的区域（zone）未知
zones-need-size = zonemode=zbd：这不是支持区域（zone）的设备，因此请设置 `zonesize`
zones-less-than-one = zonemode=zbd：测试区域（{ $size } 字节）小于一个区域（zone，{ $zone } 字节）
zones-too-many = zonesize={ $zone }：{ $count } 个区域（zone）；最多支持 { $most } 个
zones-of-device = zonesize={ $given }：设备的区域（zone）大小为 { $zone } 字节
zones-none = 设备没有报告任何区域（zone）
zones-job-too-small = zonemode=zbd：作业的范围不含一个完整的区域（zone，{ $zone } 字节）
zones-skip = zoneskip={ $given }：应为区域（zone）大小 { $zone } 字节的整数倍
zones-trim-size = bs：trim 会重置整个区域（zone），因此大小必须是 { $zone } 字节，而不是 { $given }
zones-write-size = bs：{ $bytes } 字节的写放不进 { $most } 字节的区域（zone）
zones-need-limit = job_max_open_zones 需要所有作业的上限：max_open_zones
zones-device-limit = max_open_zones={ $given }：设备允许 { $most } 个；ignore_zone_limits=1 会照样尝试
zones-verify-blocks = bs={ $bytes }：使用 `verify` 时，块大小必须能整除区域（zone）的 { $zone } 字节
zbd-only = 该选项需要 zonemode=zbd

# 工作线程的 I/O。
io-error = 文件 { $file } 上的 I/O 出错：{ $error }：{ $op } offset={ $offset }, buflen={ $bytes }
io-error-ranges = 文件 { $file } 上的 I/O 出错：{ $error }：{ $op } offset={ $offset }, buflen={ $bytes }，分为多个范围；偏移量是第一个范围的
max-latency = 延迟 { $latency } ns 超过了设置的最大值（{ $limit } ns）
max-latency-of = 延迟 { $latency } ns 超过了设置的最大值（{ $limit } ns）：{ $io }
rate-below-minimum = 速率低于要求的最小值
atomic-missing = atomic：该文件系统或设备无法原子地写入此大小或偏移量的块（RWF_ATOMIC）
hipri-missing = hipri：此处不能以轮询方式获取 I/O 的完成结果；这需要 direct=1 和带轮询队列的设备
uncached-missing = uncached：该内核、文件系统或设备不提供（RWF_DONTCACHE）
nowait-missing = nowait：该文件系统或设备不提供（RWF_NOWAIT）

# 准备工作线程。大多数后面跟着系统的错误。
defrag-blocks = e4defrag：块为 { $bytes } 字节；请使用文件系统块大小 { $unit } 的整数倍
not-on-ext4 = { $path } 不在 ext4 上
ring = 建立 { $depth } 项的 io_uring 环
ring-missing = 建立 { $depth } 项的 io_uring 环（该内核没有 io_uring，或者被 seccomp 过滤器拦截）
ring-forbidden = 建立 { $depth } 项的 io_uring 环（被 kernel.io_uring_disabled 或 seccomp 过滤器禁止）
ring-no-memory = 建立 { $depth } 项的 io_uring 环（RLIMIT_MEMLOCK 够大吗？）
register-buffers = fixedbufs：注册缓冲区（RLIMIT_MEMLOCK 够大吗？）
register-files = registerfiles：注册文件
aio-setup = 为 { $depth } 个 I/O 调用 io_setup
aio-setup-limit = 为 { $depth } 个 I/O 调用 io_setup（请查看 fs.aio-max-nr）
file-too-short = 有 { $bytes } 字节，但作业需要 { $needed }
mmap-sync-blocks = ioengine=mmap 与 fsync 或 fdatasync：块为 { $bytes } 字节；请使用页大小（{ $page } 字节）的整数倍
no-durable-stores = ioengine={ $engine }：只有 x86-64 CPU 支持持久化的 store 指令
not-mappable = 该文件无法映射
splice-pipe = 为 splice 建立管道
verify-thread = verify_async：启动校验线程
memory-for-seconds = 为每秒的统计数据分配内存
log-full = write_*_log：内存放不下超过 { $entries } 条记录；请用 log_avg_msec 保存平均值
memory-for-worker = 该工作线程的内存不足（请减少作业、减小 iodepth 或块大小，或者提高 ulimit -v 的限制）
unlink-with-mapping = unlink_each_loop 不能与 mmap、libpmem 或 registerfiles 一起使用
offload-threads = io_submit_mode=offload：无法启动线程（请减小 iodepth，或用 `ulimit -u` 提高限制）
memory-for-buffers = 无法为 { $count } 个 { $bytes } 字节的缓冲区分配内存
verify-no-room = verify：{ $bytes } 字节放不下头部和校验和；请使用更大的块或更大的 verify_interval
verify-no-memory = verify：为 { $path } 的写入记录分配内存（共 { $bytes } 字节，每 { $unit } 字节需要 4 字节的内存）
block-errors-no-memory = block_error_percentiles：内存不足：{ $path } 有 { $blocks } 个块（每块 { $bytes } 字节），记录每个块的状态需要 4 字节内存；请为 trim 使用更大的块（bs=,,SIZE），或减小 size
no-memory-nodes = NUMA 节点 { $nodes }：其中有些在本机不存在
no-cpu = 没有 CPU { $cpu }
no-allowed-cpu = CPU { $cpus } 在此都不允许使用
worker-no-memory = 工作线程 { $worker } 的内存不足；请减少作业或文件，或者提高限制（ulimit -v）
worker-not-started = 无法启动第 { $worker } 个工作线程（共 { $workers } 个，作业 `{ $job }`）：{ $error }；请减少作业，或者提高线程（ulimit -u）、内存（ulimit -v）或内存映射（vm.max_map_count）的限制
worker-panicked = 工作线程崩溃：这是 fiord 的缺陷
command-failed = `{ $command }` 以 { $status } 结束；见 { $file }
nothing-locked = lockmem={ $bytes }：{ $error }；没有锁定内存
log-incomplete = 日志 { $path } 不完整：{ $error }
schedulers-not-restored = ioscheduler：{ $error }；`fiord doctor --restore` 可恢复原来的调度器

# 校验。
verify-failed = { $method }：校验失败：文件 { $file }，偏移量 { $offset }，长度 { $bytes }（请求的块：offset={ $io-offset }, length={ $io-bytes }）：{ $damage }
header-zeros = 应有头部的位置是零（应为 0xacca，实际为 0）：从未写入，或者丢失
header-magic = 头部魔数错误（应为 0xacca，实际为 { $magic }）
header-damaged = 头部损坏：校验和错误（应为 { $expected }，实际为 { $received }）
header-bits = 头部损坏，{ $bits } 位错误：校验和错误（应为 { $expected }，实际为 { $received }）
checksum-bits = 校验和损坏，{ $bits } 位错误：内容与写入的一致（应为 { $expected }，实际为 { $received }）
trim-not-zero = trim 过的块读出的不全为零：第一个非零字节是第 { $at } 字节
header-field = 头部字段 { $field } 错误（应为 { $expected }，实际为 { $received }）
write-misdirected = 写错位置：这是偏移量 { $offset } 处的块
block-stale = 旧的块：最后一次写入丢失（应为第 { $expected } 次写入，实际为第 { $received } 次）
write-torn = 写入被撕裂：前 { $bytes } 字节与写入的一致，其余不一致
content-damaged = 内容损坏（应为 { $expected }，实际为 { $received }）
content-bits = 内容损坏，{ $bits } 位错误（应为 { $expected }，实际为 { $received }）
pattern-differs = 内容在第 { $at } 字节与数据模式不同（应为 { $expected }，实际为 { $received }）
state-length = 不是校验状态：长度错误
state-version = 校验状态的版本是 { $version }；应为 { $expected }
state-damaged = 校验状态已损坏：校验和错误（应为 { $expected }，实际为 { $received }）
state-other-file = 不是校验状态
state-no-directory = verify_state_load 在此不可用：这种运行没有存放状态的目录；请使用单独的 `fiord run`
state-foreign-order = verify_state_load：该状态由别的程序保存，其随机顺序未知；请在不加载状态的情况下校验，或用 fiord 写入

# 记录和块跟踪。
recording = 作业 `{ $job }`：{ $option }：{ $problem }
recording-line = { $path }，第 { $line } 行：{ $problem }
trace-version = 块跟踪的版本不是 7
trace-none = 不是块跟踪
trace-not-regular = 不是普通文件
trace-is-input = 该文件就是输入的块跟踪文件之一；请使用另一个文件
name-not-seen = I/O 跟踪记录在运行期间被修改过：名称 `{ $name }` 是新出现的
too-many-files = 文件太多
merge-needs-option = --merge-blktrace-only 需要该选项，并要在 read_iolog 中指定待合并的块跟踪文件
trace-needs-redirect = 块跟踪用编号标识设备；请用 replay_redirect 设置回放的目标
recording-other-file = I/O 跟踪记录使用了 `{ $file }`，它不是作业的文件；请把它加入 filename=，或者用 replay_redirect= 全部回放到一个文件
recording-other-files = I/O 跟踪记录使用了 { $count } 个不属于作业的文件，例如 `{ $file }`；请把它们加入 filename=，或者用 replay_redirect= 全部回放到一个文件
recording-empty = I/O 跟踪记录中没有 I/O
recording-unknown = 应为 `fio version 2 iolog`、`fio version 3 iolog` 或块跟踪
entry-needs-file = 应有文件和动作
wait-needs-time = `wait` 需要以微秒为单位的时间
entry-action = 未知动作 `{ $action }`
entry-needs-time = 应有以微秒为单位的时间
entry-needs-place = 应有偏移量和小于 4 GiB 的长度，均以字节为单位

# 为什么运行没有分层数据。
tracefs-root = tracefs 需要带 CAP_SYS_ADMIN 的 root 权限
tracefs-not-mounted = 无法挂载 tracefs：{ $error }
tracefs-header = header_page 的格式未知

# 为什么没有统计运行中互不相同的块。
uncounted-ios = { $ios } 个 I/O 太多，无法统计其中的块
uncounted-blocks = { $blocks } 个块太多，无法统计
uncounted-errors = 有工作线程出错
uncounted-skewed = 在这么多块上重现偏斜分布耗时太长
uncounted-fill = fill_device 在设备写满时结束
uncounted-other = 重现的 I/O 序列与实际执行的 I/O 不同
uncounted-replay = 作业回放了 I/O 跟踪记录
uncounted-flow = 其他作业决定了该作业何时继续（flow）
uncounted-engine = 该引擎不传输数据
uncounted-zones = 区域（zone）决定了 I/O 的顺序
uncounted-ranges = 每个 trim 有多个范围
uncounted-rates = 作业混合读写且设有限速，下一个 I/O 是读还是写取决于运行中的时机
uncounted-ranks = 该主机的多个 rank 共用该文件
uncounted-loops = 一轮结束处的同步可能改变读写的混合
