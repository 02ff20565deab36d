plan-title = 拿規格書數值和不同的工作負載比較
plan-why = 規格書的數值大多是新磁碟機在大佇列深度下的數值：吞吐量用大區塊，IOPS 用 4k 區塊。如果工作不同，達到這個數值的百分之幾並不能說明磁碟機的好壞。
plan-advice = 執行標稱值所用的工作負載，並讓磁碟機處於標稱值所述的狀態。
plan-example =
    fio --name=r --filename=cold --rw=read --bs=4k --direct=1 --size=2G
    用 `--spec` 指定的規格書標稱：新磁碟機、佇列深度 32、128 KiB 讀取 2,200 MB/s。這個工作以佇列深度 1 讀取 4 KiB 區塊，達到該數值的百分之幾並沒有意義。

run-title = 拿規格書數值和不同的工作負載比較
run-why = 只有區塊大小、佇列深度、I/O 路徑和磁碟機狀態都與標稱值相符時，達到標稱值的比例才能說明磁碟機的效能。
run-advice = 執行標稱值所用的工作負載，並讓磁碟機處於標稱值所述的狀態。
run-example = 讀取達到規格書標稱值的 76.5%：1,682 MB/s（8 MiB，在途 I/O 1 個），標稱值為 2,200 MB/s（128 KiB，佇列深度 32，新磁碟機）。兩者不能比較：區塊大小為 8 MiB 而非 128 KiB、在途 I/O 為 1 個而非 32 個、標稱值是新磁碟機的數值。

nearest = { $drive } 的標稱值中，最接近的是 { $claim }。
matches = 這個工作符合標稱值的條件。
differs = 這個工作的結果不能和標稱值比較：{ $differences }。
unclaimed = { $drive } 的規格書沒有 { $workload } 的標稱值。
other-claims = 規格書有以下工作負載的標稱值：{ $workloads }。
ratio = { $ddir ->
    [read] 讀取
   *[write] 寫入
 }達到 { $drive } 最接近的標稱值的 { $share }：{ $rate }（{ $blocks }，在途 I/O { $in_flight } 個），標稱值為 { $claim }。
ratio-depth-unknown = { $ddir ->
    [read] 讀取
   *[write] 寫入
 }達到 { $drive } 最接近的標稱值的 { $share }：{ $rate }（{ $blocks }，佇列深度不明），標稱值為 { $claim }。
not-comparable = 兩者不能比較：{ $differences }。

claim = { $workload } { $rate }（{ $blocks }，佇列深度 { $depth }，{ $drive_state ->
    [new] 新磁碟機
   *[sustained] 持續效能
 }）
claim-without-depth = { $workload } { $rate }（{ $blocks }，未註明佇列深度，{ $drive_state ->
    [new] 新磁碟機
   *[sustained] 持續效能
 }）
claim-without-blocks = { $workload } { $rate }（未註明區塊大小，佇列深度 { $depth }，{ $drive_state ->
    [new] 新磁碟機
   *[sustained] 持續效能
 }）
claim-bare = { $workload } { $rate }（未註明區塊大小和佇列深度，{ $drive_state ->
    [new] 新磁碟機
   *[sustained] 持續效能
 }）

blocks-unclaimed = 規格書未註明區塊大小
blocks = 區塊大小為 { $own } 而非 { $claimed }
blocks-range = 區塊大小從 { $least } 到 { $most }，而非 { $claimed }
depth-unclaimed = 規格書未註明佇列深度
depth = 在途 I/O 為 { $in_flight } 個而非 { $claimed } 個
buffered = I/O 經過頁面快取（direct=0）
new-drive = 標稱值是新磁碟機的數值
mixed = 讀取和寫入共用裝置
synced = 寫入會同步（sync）
held-back = 工作受到限速（rate、thinktime）
company = 同時有其他工作在執行

why-slower = 區塊大小、佇列深度和 I/O 路徑都與標稱值相符。磁碟機本身、它的狀態或鏈路比規格書所說的慢。
why-faster = 磁碟機很少超過規格書的數值。這種結果通常來自快取或從未寫入的區塊。
why-match = 區塊大小、佇列深度和 I/O 路徑都與標稱值相符。
advice-compare = 要和標稱值比較，用 { $options } 執行 fio。
advice-after-run = 執行結束後，查看結果與標稱值的比例。
advice-slower = 執行 `fiord doctor`，檢查鏈路、溫度、耗損和限制。然後對磁碟機做預處理，並延長測量時間。
advice-faster = 檢查資料來源：快取、全零資料，或從未寫入的區塊。
advice-match = 不必修改。
