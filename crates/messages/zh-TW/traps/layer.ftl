run-title = 延遲主要花在某一層
run-why = 改動占比小的層，對延遲的影響很小。
run-advice = 先檢查這一層。
run-example = nr_requests=4、佇列深度 32 時，讀取延遲有 71%（5.8 ms 中的 4.1 ms）花在等待 tag。

file-system = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在檔案系統開始 I/O 之前：在系統呼叫中，或在等待檔案鎖。
limit = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在進入區塊層佇列之前：控制群組（cgroup）的限制會在這裡延後 I/O。
submission = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在進入區塊層佇列之前：在系統呼叫或檔案系統中。沒有發現控制群組（cgroup）的限制。
tags = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在等待 tag：所有 tag（nr_requests）都已被占用。
plug = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在取得 tag 之後、提交端的批次（plug list）中。
scheduler = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在 I/O 排程器的佇列中；沒有排程器時，是區塊層自己的佇列。
device = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在驅動程式和裝置中。
file-system-end = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在裝置完成 I/O 之後的檔案系統中。
no-device = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在檔案系統中，沒有看到對應的裝置 I/O。
wake-up = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲有 { $share } 花在 I/O 完成之後、程式再度執行之前。
means = 平均來看，{ $latency } 中有 { $part } 花在這裡（追蹤了 { $ios } 個 I/O）。
cpus-busy = CPU 有 { $share } 的時間處於忙碌狀態，裝置以外的每個部分都會因此變長。

advice-cpus-busy = 停掉其他行程或減少工作數，讓 CPU 空出來，再重新追蹤。
advice-file-system = 每個工作使用自己的檔案，或換用其他檔案系統。對同一個檔案的寫入可能互相等待。
advice-limit = 檢查控制群組（cgroup）的 io.max 或 blkio.throttle，或調高上限。
advice-submission = 檢查 CPU 是否忙碌，以及檔案系統在傳輸之前的工作（extent、日誌）。
advice-tags = 把 iodepth 設為不超過 nr_requests（tag 的數量），或調高 nr_requests。
advice-plug = 減少每次呼叫提交的 I/O 數。
advice-scheduler = 如果裝置會自行排序請求，把 I/O 排程器設為 `none`。
advice-device = 換用其他裝置，或減少同時進行的 I/O、縮小 I/O。其他改動無法縮短這個部分。
advice-file-system-end = 檢查檔案系統在傳輸之後的工作：日誌、中繼資料、同步寫入。
advice-no-device = 檢查檔案是否有空洞或未寫入的 extent。讀取這些地方不需要裝置 I/O。
advice-wake-up = 檢查 CPU：負載、C-state、由其他 CPU 處理的中斷。io_uring 使用輪詢時不需要喚醒。
advice-file-system-read = 檢查 CPU 是否忙碌，以及檔案系統在讀取之前的工作（extent、存取時間）。
advice-submission-read = 檢查 CPU 是否忙碌，以及檔案系統在讀取之前的工作（extent）。
advice-file-system-end-read = 檢查檔案系統在讀取之後的工作：總和檢查碼、解壓縮、資料複製。
