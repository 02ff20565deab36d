rung-add = 相互依賴的加法
rung-l1 = 從 L1 載入
rung-branch-miss = 預測錯誤的分支
rung-l2 = 從 L2 載入
rung-l3 = 從 L3 載入
rung-clock-read = 讀取時鐘
rung-mutex = 互斥鎖，無競爭
rung-mutex-contended = 互斥鎖，有競爭
rung-memory = 從記憶體載入，隨機
rung-memory-local = 從記憶體載入，頁內局部
rung-memory-sequential = 從記憶體載入，循序
rung-system-call = 系統呼叫
rung-page-fault = 分頁錯誤
rung-compress = 壓縮 1 kB（Snappy）
rung-page-cache = 從頁面快取讀 4 KiB
rung-context-switch = 上下文切換
rung-futex-wake = futex 喚醒
rung-pipe = 管線往返
rung-memory-read = 從記憶體讀 1 MB
rung-memory-copy = 在記憶體中複製 1 MB
rung-loopback = TCP 往返，本機迴路
rung-peer = TCP 往返，另一台主機
rung-send = 以 1 Gbit/s 傳送 1 kB
rung-read = 4 KiB 直接隨機讀取
rung-sequential-read = 1 MiB 直接循序讀取
rung-write-fsync = 4 KiB 寫入 + fsync
rung-disk-seek = 傳統硬碟尋道
rung-disk-read = 從傳統硬碟讀 1 MB
rung-intercontinental = 洲際往返

title = 延遲階梯
about-machine = { $cpu }，{ $cpus } 個 CPU
about-target = 磁碟：{ $target }（{ $size }）
no-target = 未測量磁碟。請給出一個目錄、檔案或裝置。

head-rung = 操作
head-lowest = 最低
head-median = 中位數
head-quarters = 25% 至 75%
head-samples = 樣本
head-reference = 2012
head-scaled = 若 L1 為 1 秒
head-disturbed = 干擾
legend = 時間均為每次操作的時間。2012：J. Dean 和 P. Norvig 的約數（`fiord compare latency-numbers-2012`）。

scaled-seconds = { $value } 秒
scaled-minutes = { $value } 分鐘
scaled-hours = { $value } 小時
scaled-days = { $value } 天
scaled-years = { $value } 年

by-cpu-wait = 等待 CPU { $share }
by-steal = 被虛擬化層佔用 { $share }
by-variation = 波動 × { $times }

level-as-stated = { $cache }：到 { $end } 為止，一次載入需 { $time }。sysfs 給出的是 { $size }。
level-short = { $cache }：到 { $end } 為止，一次載入需 { $time }，再大則更長。sysfs 給出的是 { $size }。
level-shared = { $cache }：只到 { $end } 為止，一次載入需 { $time }，而 sysfs 給出的是 { $size }。該快取的其餘部分可能由其他程式或虛擬機器使用。
level-long = { $cache }：到 { $end } 為止，一次載入需 { $time }，而 sysfs 給出的只有 { $size }。
level-missing = { $cache }：sysfs 給出的是 { $size }，但曲線上沒有這個大小的平台。
level-plain = 從 { $from } 到 { $end }，一次載入需 { $time }。
level-memory = 記憶體：從 { $from } 起，一次載入需 { $time }。
huge-pages = 大型分頁：曲線所用的 { $size } 記憶體中佔 { $share }。
huge-pages-unknown = 大型分頁：未知；核心沒有給出。
random-to-sequential = 在 { $size } 記憶體中，隨機載入的時間是循序載入的 { $times } 倍。
disturbed-wait = 測量等待過 CPU，因為其他行程在使用：{ $rungs }。最低值更接近閒置的機器。
disturbed-steal = 虛擬化層佔用了 CPU：{ $rungs }。
varied = 樣本有波動，但沒有等待 CPU：{ $rungs }。原因可能是另一個行程使用同一快取或記憶體，或者 CPU 頻率變化。
varied-virtual = 樣本有波動，但沒有等待 CPU：{ $rungs }。這是虛擬機器（{ $hypervisor }）：原因可能是同一主機上的其他虛擬機器。
shared-virtual = 這是虛擬機器（{ $hypervisor }）。L2 以外的快取、記憶體和磁碟可能與其他虛擬機器共用，它們的負載在這裡看不到。
disturbed-trap = { $rung }：受干擾（{ $traps }）。
wrong-trap = { $rung }：無效（{ $traps }）。
not-measured = { $rung }：未測量（{ $reason }）。

chart-rungs = 每種操作的延遲
chart-curve = 載入時間與記憶體大小
chart-measured = 測得
chart-reference = 2012
chart-size = 記憶體
series-lowest = 最低
series-median = 中位數

measured = 已測量：{ $rungs } 種延遲，{ $low } 至 { $high }。

