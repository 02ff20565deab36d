rung-add = 相互依赖的加法
rung-l1 = 从 L1 加载
rung-branch-miss = 预测错误的分支
rung-l2 = 从 L2 加载
rung-l3 = 从 L3 加载
rung-clock-read = 读取时钟
rung-mutex = 互斥锁，无竞争
rung-mutex-contended = 互斥锁，有竞争
rung-memory = 从内存加载，随机
rung-memory-local = 从内存加载，页内局部
rung-memory-sequential = 从内存加载，顺序
rung-system-call = 系统调用
rung-page-fault = 缺页
rung-compress = 压缩 1 kB（Snappy）
rung-page-cache = 从页缓存读 4 KiB
rung-context-switch = 上下文切换
rung-futex-wake = futex 唤醒
rung-pipe = 管道往返
rung-memory-read = 从内存读 1 MB
rung-memory-copy = 在内存中复制 1 MB
rung-loopback = TCP 往返，本机回环
rung-peer = TCP 往返，另一台主机
rung-send = 以 1 Gbit/s 发送 1 kB
rung-read = 4 KiB 直接随机读
rung-sequential-read = 1 MiB 直接顺序读
rung-write-fsync = 4 KiB 写 + fsync
rung-disk-seek = 机械硬盘寻道
rung-disk-read = 从机械硬盘读 1 MB
rung-intercontinental = 洲际往返

title = 延迟阶梯
about-machine = { $cpu }，{ $cpus } 个 CPU
about-target = 磁盘：{ $target }（{ $size }）
no-target = 未测量磁盘。请给出一个目录、文件或设备。

head-rung = 操作
head-lowest = 最低
head-median = 中位数
head-quarters = 25% 至 75%
head-samples = 样本
head-reference = 2012
head-scaled = 若 L1 为 1 秒
head-disturbed = 干扰
legend = 时间均为每次操作的时间。2012：J. Dean 和 P. Norvig 的约数（`fiord compare latency-numbers-2012`）。

scaled-seconds = { $value } 秒
scaled-minutes = { $value } 分钟
scaled-hours = { $value } 小时
scaled-days = { $value } 天
scaled-years = { $value } 年

by-cpu-wait = 等待 CPU { $share }
by-steal = 被虚拟化层占用 { $share }
by-variation = 波动 × { $times }

level-as-stated = { $cache }：到 { $end } 为止，一次加载需 { $time }。sysfs 给出的是 { $size }。
level-short = { $cache }：到 { $end } 为止，一次加载需 { $time }，再大则更长。sysfs 给出的是 { $size }。
level-shared = { $cache }：只到 { $end } 为止，一次加载需 { $time }，而 sysfs 给出的是 { $size }。该缓存的其余部分可能由其他程序或虚拟机使用。
level-long = { $cache }：到 { $end } 为止，一次加载需 { $time }，而 sysfs 给出的只有 { $size }。
level-missing = { $cache }：sysfs 给出的是 { $size }，但曲线上没有这个大小的平台。
level-plain = 从 { $from } 到 { $end }，一次加载需 { $time }。
level-memory = 内存：从 { $from } 起，一次加载需 { $time }。
huge-pages = 大页：曲线所用的 { $size } 内存中占 { $share }。
huge-pages-unknown = 大页：未知；内核没有给出。
random-to-sequential = 在 { $size } 内存中，随机加载的时间是顺序加载的 { $times } 倍。
disturbed-wait = 测量等待过 CPU，因为其他进程在使用：{ $rungs }。最低值更接近空闲的机器。
disturbed-steal = 虚拟化层占用了 CPU：{ $rungs }。
varied = 样本有波动，但没有等待 CPU：{ $rungs }。原因可能是另一个进程使用同一缓存或内存，或者 CPU 频率变化。
varied-virtual = 样本有波动，但没有等待 CPU：{ $rungs }。这是虚拟机（{ $hypervisor }）：原因可能是同一主机上的其他虚拟机。
shared-virtual = 这是虚拟机（{ $hypervisor }）。L2 以外的缓存、内存和磁盘可能与其他虚拟机共用，它们的负载在这里看不到。
disturbed-trap = { $rung }：受干扰（{ $traps }）。
wrong-trap = { $rung }：无效（{ $traps }）。
not-measured = { $rung }：未测量（{ $reason }）。

chart-rungs = 每种操作的延迟
chart-curve = 加载时间与内存大小
chart-measured = 测得
chart-reference = 2012
chart-size = 内存
series-lowest = 最低
series-median = 中位数

measured = 已测量：{ $rungs } 种延迟，{ $low } 至 { $high }。

