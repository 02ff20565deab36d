findings = 结论
why = 原因：{ $text }
advice = 建议：{ $text }
unknown = 未知

bandwidth = 吞吐量
max = 最大
mean = 平均
spread = 离散度

layers = 存储层
kernel = 内核
distribution = 发行版
hypervisor = 虚拟机监控程序
container = 容器
cpu = CPU
cpus = CPU 数
memory = 内存

requested = 作业请求的数据量
device-read = 所有进程从设备读取的数据量
device-written = 所有进程写入设备的数据量
dirty = 结束时的脏数据，尚未写入设备
cpus-in-use = CPU 使用率
other-processes = 有 I/O 的其他进程
none-seen = 未发现
head-device = 设备
head-reads = 读次数
head-read = 读取量
head-writes = 写次数
head-written = 写入量

run-title = { $jobs } 的运行
too-few = 样本太少
syncs-per-second = 每秒同步次数
chart-bandwidth = 每秒吞吐量及其水平变化
chart-iops = 每秒 I/O 数及其水平变化
chart-heat = 各作业的每秒吞吐量
chart-heat-means = 各作业的吞吐量，每 { $seconds } 秒取平均
chart-latencies = 延迟随时间的变化：每秒内 I/O 的分布，含预热时间
chart-latencies-of-parts = 延迟随时间的变化：每 { $seconds } 秒内 I/O 的分布，含预热时间
chart-latencies-of-job = { $job } 的延迟随时间的变化：每秒内 I/O 的分布，含预热时间
chart-latencies-of-parts-of-job = { $job } 的延迟随时间的变化：每 { $seconds } 秒内 I/O 的分布，含预热时间
from-latency = { $latency } 起
second = 秒
columns-not-shown = 此宽度下未显示：{ $columns }。
more-columns-not-shown = 此宽度下未显示：{ $columns }，以及另外 { $more } 列。

heading-plan = 负载
plan-target = 目标
plan-more-values = { $values }，另有 { $more } 个
