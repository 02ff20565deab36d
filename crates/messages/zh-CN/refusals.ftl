## 运行被拒绝或无法开始的原因。fio 模式用英文显示。

# 写入之前。第一行以后各行缩进。
overwritten = { $path } 会被覆盖
overwritten-device = { $path } 会被覆盖（它是 { $device }）
holds = 原因：{ $holds }
can-be-allowed = 如果确实要覆盖 { $device }，请使用 --allow-destroy={ $device }
in-use = 没有任何选项允许这样做

# 设备或文件中有什么。
mounted = { $device } 挂载在 { $path }
swap = { $device } 正用作 swap
holder = { $holder } 建立在 { $device } 之上
busy = { $device } 被内核或另一个进程占用
partitions = 有分区：{ $names }
signature = { $device } 上有 { $name }
signature-labelled = { $device } 上有 { $name }，卷标 { $label }
signature-partitions = { $device } 上有 { $name }，含 { $partitions } 个分区
unknown-data = { $device } 上有未知数据：第一个非零字节在 { $offset }
unreadable = 无法读取 { $device }：{ $error }
character-device = 字符设备 { $number }：不是已知的存储设备；允许 null、zero 和 full
persistent-memory = { $device } 是持久内存，fiord 无法判断其中有什么
raw-flash = { $device } 是裸闪存，fiord 无法判断其中有什么
not-examined = fiord 无法检查该文件或设备：{ $error }
other-file = 这不是本次运行创建的文件
file-in-use = 该文件正在使用中（{ $user }）；请改用其他文件

# 运行之前。
job = 作业 `{ $job }`：{ $error }
read-only = 作业 `{ $job }` 要写入或丢弃（trim），而本次运行是只读的
named-like-device = 作业 `{ $job }` 的名字与某个设备相同；如果指的就是该设备，请使用 filename={ $job }
not-a-directory = 作业 `{ $job }`：{ $path } 不是目录
no-node = 作业 `{ $job }`：numa_cpu_nodes：本机没有带 CPU 的 NUMA 节点 { $node }
unknown-wait-for = 作业 `{ $job }`：wait_for={ $name } 不是前面某个作业的名字
too-many-workers = numjobs：共 { $workers } 个工作线程；请最多使用 { $limit } 个，这是 Linux 支持的线程数上限
no-memory-for-workers = numjobs：{ $workers } 个工作线程在开始前需要 { $bytes } 字节，系统没有这么多内存；请减少数量

# cgroup=、cgroup_weight= 和 ioscheduler=。
cgroup = cgroup：{ $error }
no-hierarchy = 没有挂载用于 I/O 的 cgroup 层级（v1 blkio 或 v2）
no-weight = { $group } 没有 I/O 权重；请使用 I/O 调度器 bfq，使用 cgroup v2 时还要在上级组中启用 io 控制器
one-group = 使用 cgroup v2 时，一个进程的所有线程共用一个 I/O 组；请为一次运行的所有作业设置同一个 cgroup
scheduler = ioscheduler：{ $error }
scheduler-not-offered = ioscheduler={ $scheduler }：{ $disk } 不提供；请使用 { $offered } 之一
scheduler-conflict = ioscheduler={ $scheduler }：作业 `{ $job }` 要求 { $disk } 使用 { $other }
no-scheduler = 作业 `{ $job }`：ioscheduler={ $scheduler }：其文件之下没有可选调度器的磁盘；该选项不起作用
changes-in-place = ioscheduler：fiord 以前的更改仍然有效；请先用 `fiord doctor --restore` 撤销
