axis-bandwidth = MB/s
axis-wide-bandwidth = GB/s
axis-iops = IOPS
axis-latency = 延迟
axis-seconds = 秒
axis-ratio = 相对基准的比值
axis-size = 大小
axis-bytes = 字节
axis-percentile = 百分位
axis-share = I/O 占比

region = 图表：{ $caption }
numbers = 本图的数值
series = 系列
interval = 95% 区间
piece = 组成部分
mean = 平均
share = 占比
p50 = p50
p99 = p99
values = 数值
point-interval = { $point }，95% 区间 { $low } 到 { $high }
more-rows = 还有 { $rows } 行
heat-cell = { $row }，{ $axis } { $column }：{ $value }
shades = { $pale_mark }：{ $low }，{ $full_mark }：{ $high }
shades-around-one = { $below_mark }：低于 1，最低 { $low }；{ $above_mark }：高于 1，最高 { $high }；与 1 相差 { $full } 及以上为最深色；与 1 相差 { $noise } 以内（波动）不着色
pale = 浅色
full = 深色
orange = 橙色
blue = 蓝色
heat-size = { $rows } 行，{ $columns } 列。{ $shades }
piece-values = { $name }（{ $what }）：平均 { $mean }，占 { $share }，p50 { $p50 }，p99 { $p99 }

distribution = 延迟分布：不超过各延迟值的 I/O 占比
percentiles = 延迟百分位
level-changed = { $name }：{ $seconds } 秒后水平从 { $before } 变为 { $after }
point-second = { $name }，第 { $second } 秒

study-factor = { $response }（{ $axis }）：随 { $factor } 的变化，中位数和 95% 置信区间
study-rows = { $response }：每次运行、中位数和 95% 置信区间
study-rows-first = { $response }：每次运行、中位数和 95% 置信区间（前 { $shown } 个组合，其余 { $more } 个见下表）
study-grid = { $response }（{ $axis }）：{ $rows } 与 { $columns } 各种取值下的中位数
study-latency-rate = { $response }：各速率下的 p99 延迟，取各次运行的中位数
study-time = { $response }：每个组合随时间的变化，相对其中位数的比值
study-time-most = { $response }：每个组合随时间的变化，相对其中位数的比值（共 { $cells } 个组合，显示变化最大的 { $shown } 个）
study-block = 轮次
study-blocks = 轮次，每列 { $count } 轮
study-together = { $response }（{ $axis }）：同时运行其他作业与单独运行的比值，包括中位数和每一轮

study-load-depth = { $response }（{ $axis }、p99 延迟）：不同 { $factor } 下的中位数
study-measured = 本研究
study-published = 公开的数值（其他磁盘）
study-closed-form = 解析值
study-closed-form-of = { $series } 的解析值
on-left-axis = { $name }（左轴）
on-right-axis = { $name }（右轴，虚线）

compare-distribution = { $workload }：延迟不超过各值的 I/O 占比
compare-density = { $workload }：各延迟处的 I/O 占比
axis-density = 每 1/8 倍频程的 I/O 占比

check-thresholds = 各数值与其阈值之比，附 95% 置信区间
axis-threshold = 与阈值之比

trend-rate = { $series }（{ $axis }）：各次运行的数值及其水平变化
trend-latency = { $series }：各次运行的 p99 延迟及其水平变化
axis-date = 日期（UTC）
trend-run = 运行 { $run }，{ $date }
trend-changed = { $series }：自运行 { $run }（{ $date }）起，水平从 { $before } 变为 { $after }

zoom-in = 放大
zoom-out = 缩小
zoom-whole = 整张图
scale-linear = 线性刻度
scale-log = 对数刻度
