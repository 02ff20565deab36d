group-limit = 控制群組 { $group } 已達到它在 { $device } 上的限制：{ $ddir ->
    [read] 讀 { $rate }，上限 { $limit }
   *[write] 寫 { $rate }，上限 { $limit }
 }。
slow-server = { $mount }（{ $kind }）的伺服器回應緩慢。
swap = 機器正在使用 swap：從 swap 讀取 { $read }，寫入 swap { $written }。
reclaim-in-group = 控制群組 { $group } 已用滿 { $limit } 的記憶體上限。有 { $again } 的檔案資料從頁面快取中丟棄後不久又被重新讀取。
reclaim = 記憶體不足：任務須先釋放記憶體才能繼續。有 { $again } 的檔案資料從頁面快取中丟棄後不久又被重新讀取。
writeback = 寫入者在等待回寫：{ $dirty } 為髒頁或正在寫出，上限為 { $limit }。
writeback-of-one = 寫入者在等待某個裝置或控制群組的回寫：{ $dirty } 為髒頁或正在寫出，整機上限為 { $limit }。
few-requests = { $device } 的佇列太小：nr_requests 為 { $requests }，最多有 { $in_flight } 個請求在途。
journal = 行程在等待檔案系統日誌提交，或等待沖刷磁碟快取。
journal-flushes = 行程在等待檔案系統日誌提交或沖刷：{ $device } 每秒沖刷 { $flushes } 次，每次 { $time }。
discards = { $device } 忙於 discard：占全部請求時間的 { $share }。每秒 { $rate } 次 discard（{ $bandwidth }），每次 { $time }。
discards-by = { $process }（{ $pid }）在等待 discard。
rebuild = RAID { $device } 正在執行 { $action }。
rebuild-at = RAID { $device } 正在以 { $rate } 執行 { $action }。
heat = { $device } 的溫度為 { $celsius } °C，其上限為 { $limit } °C。
busy-below = { $device } 的後端檔案位於 { $below }，該裝置忙於其他 I/O：{ $below } 上 { $share } 的請求不來自 { $device }，平均有 { $queue } 個請求在途。
busy-thread = 核心執行緒 { $thread } 負責 { $device } 的工作，有 { $share } 的時間需要 CPU。
busy-interrupts = CPU { $cpu } 有 { $share } 的時間在處理中斷。
read-ahead = { $process }（{ $pid }）從裝置讀 { $read }，最多只用到 { $asked }。
read-ahead-setting = 預讀大小為 { $size }。
volume-cap = { $device } 的速率恆定為 { $iops } IOPS（{ $rate }），恰好是整齊的數字，同時有 { $queue } 個請求在途：很可能是雲端磁碟的上限所致。
one-by-one = { $device } 有 { $util } 的時間有在途 I/O，但平均只有 { $queue } 個請求：裝置並未飽和。每個請求耗時 { $time }。
slow-device = { $device } 回應緩慢：{ $ddir ->
    [read] 一次讀取
   *[write] 一次寫入
 }耗時 { $time }，平均有 { $queue } 個請求在途（{ $iops } IOPS，{ $rate }）。
stalled-device = { $device } 沒有回應：最多有 { $in_flight } 個請求在途，沒有一個完成。
many-waits = 有 { $processes } 個行程各自短暫等待 { $device }：{ $iops } IOPS，平均有 { $queue } 個請求在途，每個請求耗時 { $time }。

advice-group-limit = 提高上限，或把行程移到另一個控制群組。
advice-slow-server = 檢查為該掛載點服務的行程及其使用的網路。
advice-swap = 停止占用大量記憶體的行程，或增加記憶體。
advice-reclaim = 減少記憶體用量、增加記憶體，或提高記憶體上限。
advice-writeback = 使用更快的裝置，或減少寫入。調低 vm.dirty_background_bytes 可更早開始回寫。
advice-few-requests = 用 `fiord doctor --fix --set nr_requests=N` 調高這個值，或降低佇列深度。
advice-journal = 減少 fsync 呼叫，或使用具有斷電保護的裝置。
advice-discards = 在其他時間執行 fstrim，掛載時不使用 discard 選項。
advice-rebuild = 等待陣列完成，或調低 sync_speed_max。
advice-heat = 改善散熱。
advice-busy-below = 停止其他負載，或把檔案移到另一個裝置。
advice-busy-thread = 直接使用下層裝置，或使用多個裝置。
advice-busy-interrupts = 把中斷分配到多個 CPU。
advice-read-ahead = 調低 read_ahead_kb，或使用 posix_fadvise 的 POSIX_FADV_RANDOM。
advice-volume-cap = 檢查雲端磁碟的上限。增加佇列深度只會增加等待時間。
advice-one-by-one = 提高佇列深度，或使用更多執行緒。
advice-slow-device = 在本機看不到原因。可能的原因是虛擬機器監控程式或雲端磁碟的上限、同一儲存裝置的其他使用者，或即將損壞的磁碟。請檢查雲端磁碟的上限、磁碟的健康狀況和核心日誌。
advice-many-waits = 每個行程都只等待片刻，但所有行程的等待會累加。請減少行程數，或使用更快的裝置。

idle = 行程幾乎沒有等待儲存裝置：{ $seconds } 秒內平均有 { $tasks } 個任務在等待。
not-explained = { $seconds } 秒內平均有 { $tasks } 個任務在等待儲存裝置。未發現正常使用以外的原因。
waited = { $seconds } 秒內平均有 { $tasks } 個任務在等待儲存裝置。
because = { $tasks } 個任務因此等待：{ $processes }。
tasks-wait = { $tasks } 個任務因此等待。
heading-waiters = 等待中的任務
waiter = { $process }（{ $pid }）：{ $tasks } 個任務在 { $function } 中
waiter-hidden = { $process }（{ $pid }）：{ $tasks } 個任務，看不到所在的核心函式
heading-unseen = 不可見
unseen-places = 看不到 { $tasks } 個任務在哪個核心函式中等待：請以 root 身分執行。
unseen-stacks = 只能看到等待中的任務最內層的核心函式：請以 root 身分執行。
unseen-processes = 其他使用者的 { $processes } 個行程的 I/O 不可見：請以 root 身分執行。
unseen-pressure = 核心沒有壓力停滯資訊（PSI）。
looking = 觀察 { $seconds } 秒
seconds-out-of-range = --seconds { $seconds }：超出範圍；請使用 1 到 3600
