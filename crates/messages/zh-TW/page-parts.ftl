findings = 結論
why = 原因：{ $text }
advice = 建議：{ $text }
unknown = 未知

bandwidth = 吞吐量
max = 最大
mean = 平均
spread = 離散度

layers = 儲存層
kernel = 核心
distribution = 發行版
hypervisor = 虛擬機器監控程式
container = 容器
cpu = CPU
cpus = CPU 數
memory = 記憶體

requested = 工作要求的資料量
device-read = 所有行程從裝置讀取的資料量
device-written = 所有行程寫入裝置的資料量
dirty = 結束時的髒資料，尚未寫入裝置
cpus-in-use = CPU 使用率
other-processes = 有 I/O 的其他行程
none-seen = 未發現
head-device = 裝置
head-reads = 讀取次數
head-read = 讀取量
head-writes = 寫入次數
head-written = 寫入量

run-title = { $jobs } 的執行
too-few = 樣本太少
syncs-per-second = 每秒同步次數
chart-bandwidth = 每秒吞吐量與水準變化
chart-iops = 每秒 I/O 數與水準變化
chart-heat = 各工作的每秒吞吐量
chart-heat-means = 各工作的吞吐量，每 { $seconds } 秒取平均
chart-latencies = 延遲隨時間的變化：每秒內 I/O 的分布，含暖機時間
chart-latencies-of-parts = 延遲隨時間的變化：每 { $seconds } 秒內 I/O 的分布，含暖機時間
chart-latencies-of-job = { $job } 的延遲隨時間的變化：每秒內 I/O 的分布，含暖機時間
chart-latencies-of-parts-of-job = { $job } 的延遲隨時間的變化：每 { $seconds } 秒內 I/O 的分布，含暖機時間
from-latency = { $latency } 起
second = 秒

columns-not-shown = 這個寬度不顯示：{ $columns }。
more-columns-not-shown = 這個寬度不顯示：{ $columns }，以及另外 { $more } 欄。

heading-plan = 工作負載
plan-target = 目標
plan-more-values = { $values }，另有 { $more } 個
