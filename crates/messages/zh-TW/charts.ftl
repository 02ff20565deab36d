axis-bandwidth = MB/s
axis-wide-bandwidth = GB/s
axis-iops = IOPS
axis-latency = 延遲
axis-seconds = 秒
axis-ratio = 相對基準的比值
axis-size = 大小
axis-bytes = 位元組
axis-percentile = 百分位
axis-share = I/O 占比

region = 圖表：{ $caption }
numbers = 此圖表的數值
series = 數列
interval = 95% 區間
piece = 組成部分
mean = 平均
share = 占比
p50 = p50
p99 = p99
values = 數值
point-interval = { $point }，95% 區間 { $low } 到 { $high }
more-rows = 還有 { $rows } 列
heat-cell = { $row }，{ $axis } { $column }：{ $value }
shades = { $pale_mark }：{ $low }，{ $full_mark }：{ $high }
shades-around-one = { $below_mark }：低於 1，最低 { $low }；{ $above_mark }：高於 1，最高 { $high }；與 1 相差 { $full } 以上為最深色；與 1 相差 { $noise } 以內（波動）不著色
pale = 淺色
full = 深色
orange = 橘色
blue = 藍色
heat-size = { $rows } 列，{ $columns } 欄。{ $shades }
piece-values = { $name }（{ $what }）：平均 { $mean }，占 { $share }，p50 { $p50 }，p99 { $p99 }

distribution = 延遲分布：不超過各延遲值的 I/O 占比
percentiles = 延遲百分位
level-changed = { $name }：{ $seconds } 秒後水準從 { $before } 變為 { $after }
point-second = { $name }，第 { $second } 秒

study-factor = { $response }（{ $axis }）：隨 { $factor } 的變化，中位數與 95% 信賴區間
study-rows = { $response }：每次執行、中位數與 95% 信賴區間
study-rows-first = { $response }：每次執行、中位數與 95% 信賴區間（前 { $shown } 個組合，其餘 { $more } 個見下表）
study-grid = { $response }（{ $axis }）：{ $rows } 與 { $columns } 各種取值下的中位數
study-latency-rate = { $response }：各速率下的 p99 延遲，取各次執行的中位數
study-time = { $response }：每個組合隨時間的變化，相對其中位數的比值
study-time-most = { $response }：每個組合隨時間的變化，相對其中位數的比值（共 { $cells } 個組合，顯示變化最大的 { $shown } 個）
study-block = 輪次
study-blocks = 輪次，每欄 { $count } 輪
study-together = { $response }（{ $axis }）：與其他工作同時執行相對於單獨執行的比值，列出中位數與每一輪

study-load-depth = { $response }（{ $axis }、p99 延遲）：各 { $factor } 下的中位數
study-measured = 本研究
study-published = 公開的數值（其他磁碟）
study-closed-form = 解析值
study-closed-form-of = { $series } 的解析值
on-left-axis = { $name }（左軸）
on-right-axis = { $name }（右軸，虛線）

compare-distribution = { $workload }：延遲不超過各值的 I/O 占比
compare-density = { $workload }：各延遲處的 I/O 占比
axis-density = 每 1/8 倍頻程的 I/O 占比

check-thresholds = 各數值與其門檻值之比，附 95% 信賴區間
axis-threshold = 與門檻值之比

trend-rate = { $series }（{ $axis }）：各次執行的數值與水準變化
trend-latency = { $series }：各次執行的 p99 延遲與水準變化
axis-date = 日期（UTC）
trend-run = 執行 { $run }，{ $date }
trend-changed = { $series }：自執行 { $run }（{ $date }）起，水準從 { $before } 變為 { $after }

zoom-in = 放大
zoom-out = 縮小
zoom-whole = 整張圖表
scale-linear = 線性刻度
scale-log = 對數刻度
