nothing = 測得的是：無。
generator = 測得的是：負載產生器本身。
simulated = 測得的是：模擬裝置，時間為虛擬時間。
operations = 測得的是：不搬移資料的操作。
unknown = 測得的是：未知。
disk = 測得的是：磁碟（{ $devices }）。
memory-disk = 測得的是：以磁碟形式呈現的記憶體（{ $devices }）。
same-blocks = 測得的是：對同一批區塊的重複 I/O。
disk-disturbed = 測得的是：磁碟（{ $devices }），但受到干擾（{ $causes }）。
memory-disturbed = 測得的是：以磁碟形式呈現的記憶體（{ $devices }），但受到干擾（{ $causes }）。
disturbance = { $rule } { $share }
instead = 測得的是：{ $instead ->
    [memory] 記憶體
    [cache] 快取
    [cache-below] 頁面快取底下的快取
    [backing-file] 後端檔案的頁面快取
    [no-device] 沒有到達任何裝置的 I/O
    [holes] 空洞
    [limit] 限速值
   *[generator] 負載產生器
 }，不是磁碟。
mostly-instead = 測得的是：大部分是{ $instead ->
    [memory] 記憶體
    [cache] 快取
    [cache-below] 頁面快取底下的快取
    [backing-file] 後端檔案的頁面快取
    [no-device] 沒有到達任何裝置的 I/O
    [holes] 空洞
    [limit] 限速值
   *[generator] 負載產生器
 }，小部分是磁碟。
partly-instead = 測得的是：一部分是{ $instead ->
    [memory] 記憶體
    [cache] 快取
    [cache-below] 頁面快取底下的快取
    [backing-file] 後端檔案的頁面快取
    [no-device] 沒有到達任何裝置的 I/O
    [holes] 空洞
    [limit] 限速值
   *[generator] 負載產生器
 }，一部分是磁碟。
instead-for-writes = 測得的是：寫入部分是{ $instead ->
    [memory] 記憶體
    [cache] 快取
    [cache-below] 頁面快取底下的快取
    [backing-file] 後端檔案的頁面快取
    [no-device] 任何裝置都沒有收到的資料
    [holes] 空洞
    [limit] 限速值
   *[generator] 負載產生器
 }，讀取部分是磁碟。
instead-for-reads = 測得的是：讀取部分是{ $instead ->
    [memory] 記憶體
    [cache] 快取
    [cache-below] 頁面快取底下的快取
    [backing-file] 後端檔案的頁面快取
    [no-device] 不是由任何裝置提供的資料
    [holes] 空洞
    [limit] 限速值
   *[generator] 負載產生器
 }，寫入部分是磁碟。

of-jobs = 以上針對 { $count } 個工作：{ $jobs }。
others-on-disk = 另有 { $count } 個工作測得的是磁碟（{ $devices }）：{ $jobs }。
others-in-memory = 另有 { $count } 個工作測得的是以磁碟形式呈現的記憶體（{ $devices }）：{ $jobs }。

no-io = 沒有完成任何 I/O。
null-engine = ioengine=null 不做 I/O。
operations-without-bytes = 每個 I/O 是引擎對檔案、目錄或 CPU 的一次操作，其位元組數沒有意義。
no-counters = 這次執行沒有讀取核心計數器。
commands = 工作直接送給裝置的命令，核心不計數。
copies = 存取持續性記憶體靠的是 CPU 複製，核心不計入這些複製。
flash = 核心沒有裸快閃記憶體（raw flash）的計數器。
no-device = 目標底下沒有已知的區塊裝置。
loop-cache = 寫入的資料可能仍在 loop 裝置後端檔案的頁面快取中。
delivered = 讀取 { $issued }，其中 { $share } 由裝置提供。
wrote = 發出 { $issued }，裝置寫入 { $written }。
# The device wrote more than $written, for others.
wrote-for-run = 這次執行發出了 { $issued }，裝置為此寫入了 { $written }。

reason-nothing-done = 沒有完成任何 I/O。
reason-traps = { $traps }。
reason-no-counters = 缺少核心計數器，資料路徑不明。
reason-all-passed = 所有檢查均通過。等級 A 需要分兩天共執行十次。
