plan-title = I/O 限速低於裝置速度
plan-why = 工作測到的將是限速值，不是裝置。
plan-advice = 在受限的控制群組（cgroup）之外執行，或註明結果是限速值。
plan-example =
    fio --name=r --filename=in-limited-group --rw=read --direct=1 --bs=1m --size=8G
    控制群組（cgroup）把讀取限制在 10 MiB/s。

machine-title = 控制群組（cgroup）限制了本行程
machine-why = 工作測到的將是限速值，不是裝置。
machine-advice = 在該控制群組之外執行，或調高 io.max。否則在結果中註明限速值。
machine-example = 控制群組 /kubepods/pod1 把 nvme0n1 的讀取限制在 4,200 IOPS。

run-title = 速率由限速決定，不由裝置決定
run-why = 決定速率的是控制群組或雲端磁碟的上限。加大佇列深度只會增加等待時間。
run-advice = 解除限制，或註明結果是限速值。
run-example = 讀取達到 4,212 IOPS，控制群組允許 4,200。iodepth=64 時一個 I/O 平均耗時 15.2 ms，而 vda 上的一個請求耗時 0.2 ms。

limited = 控制群組 { $group } 把{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }限制在 { $rate }。
limited-on = 控制群組 { $group } 把 { $device } 的{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }限制在 { $rate }。
takes = 以此速率，{ $bytes } 至少需要 { $time }。
latency-kept = 核心會放慢其他群組，讓控制群組 { $group } 的延遲維持在 { $latency }。
latency-kept-on = 核心會放慢其他群組，讓控制群組 { $group } 在 { $device } 上的延遲維持在 { $latency }。
weight = 控制群組 { $group } 在同層控制群組中的 I/O 權重為 { $weight }。
weight-on = 控制群組 { $group } 在 { $device } 上的 I/O 權重為 { $weight }（與同層控制群組相比）。
cpu-limited = 控制群組 { $group } 把 CPU 時間限制為一個 CPU 的 { $percent }%。
stopped-so-far = 該群組至今已被限流 { $time }。
no-limit = 未發現對 I/O 或 CPU 時間的限制。
unknown = 無法讀取控制群組（cgroup）。
met = { $ddir ->
    [read] 讀取
   *[write] 寫入
 }達到 { $rate }，控制群組 { $group } 在 { $device } 上允許 { $allowed }。
met-latency = 一個 I/O 平均耗時 { $latency } ms，而 { $device } 上的一個請求耗時 { $own } ms。
stopped = { $seconds } 秒中有 { $stopped } 秒，本行程因控制群組的 CPU 上限被限流。
flat = 速率固定在 { $iops } IOPS（{ $bandwidth }），是個整齊的數字。
flat-device = 一個 I/O 平均耗時 { $mean }，而 { $devices } 上的一個請求耗時 { $own }。
flat-fast-device = { $devices } 上一個請求的耗時太短，核心計數器分辨不出來。

why-cpu = 被限流的工作執行緒不提交 I/O，因此延遲最多會增加一個限流週期。
why-shared = 多個群組爭用磁碟時，這項設定決定哪個群組等待。沒有爭用時沒有作用。
why-hidden = fiord 看不到這個路徑底下是哪顆磁碟。如果正是被限速的磁碟，工作測到的將是限速值，不是裝置。
why-flat = 雲端磁碟或控制群組的限制可能造成這種現象。如果裝置處理每個請求的時間都相同，結果看起來也一樣。
advice-flat = 檢查雲端磁碟和控制群組的限制。要判斷是否受限，請改變佇列深度：受限時速率保持不變。
