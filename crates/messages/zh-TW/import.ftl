summary = { $lines } 行中有 { $runs } 次執行（{ $kinds }），{ $findings } 項結論。{ $parts } 處無法辨識。
summary-without-runs = { $lines } 行中沒有任何執行。{ $parts } 處無法辨識。
kept = 已存為執行 { $first } 到 { $last }。`fiord report { $first }` 顯示執行 { $first }。
kept-one = 已存為執行 { $run }。`fiord report { $run }` 顯示該次執行。
runs-in-lines = 相關的執行位於第 { $lines } 行（共 { $count } 行）。
runs-in-more-lines = 相關的執行位於第 { $lines } 行及另外 { $more } 行。
grid = 各設定的讀取 + 寫入 IOPS（設定依原文）：
same-columns = 這 { $columns } 欄中有 { $same } 欄與另一欄設定相同，只是寫法不同。不同的設定共 { $settings } 種。
more-runs = 另有 { $runs } 次執行：--verbose、--csv 和 --json 顯示全部。
remarks = 備註：
remark = 第 { $lines } 行的執行（共 { $count } 次）：{ $note }
remark-on-more = 第 { $lines } 行及另外 { $more } 行的執行：{ $note }
more-remarks = 另有 { $remarks } 項備註：--verbose 和 --json 顯示全部。
not-understood = 無法辨識：
line = 第 { $first } 行
lines = 第 { $first } 到 { $last } 行
part = { $place }：{ $begins }
part-because = { $place }（{ $reason }）：{ $begins }
more-parts = 另有 { $parts } 處：--verbose 和 --json 顯示全部。
head-device = 裝置
head-line = 行
head-kind = 類型
head-name = 名稱
head-what = I/O
head-latency = 延遲
head-samples = 樣本
head-group = 群組
head-grade = 等級

counted-without-snapshots = 第 { $line } 行的執行只計一次。匯入時忽略了它先前的 { $snapshots } 個中間結果。
counted-without-copies = 第 { $line } 行的執行只計一次。第 { $lines } 行是它的副本（共 { $count } 個）。
counted-in-one-format = 第 { $line } 行的執行只計一次。文字中還以另外 { $formats } 種格式列出這次執行。

nothing-read = { $file }：{ $lines } 行中沒有讀到任何執行（{ $found }）。`fiord import --help` 列出各種格式。
found-unknown = { $parts } 處未知格式的文字
found-commands = { $commands } 個沒有輸出的指令
found-json = { $documents } 份沒有結果的 JSON 文件
found-blank-lines = 只有空白行
a-directory = 是目錄；請使用檔案，或用 - 表示標準輸入
no-such-file = 沒有這個檔案；請檢查檔名，或用 - 表示標準輸入
no-such-file-near = 沒有這個檔案；是不是 { $near }？

why-unknown = 未知格式
why-command = 只有指令，沒有它的輸出
why-json = JSON：{ $problem }
json-without-end = 缺少文件結尾
no-json = 找不到 JSON 文件
broken-json = JSON 已損毀：{ $problem }
no-job-has-a-result = 所有工作都沒有結果
not-a-result = 既不是 fio 的結果（缺少 `{ $key }`），也不是 fiord 的文件
no-job = 沒有定義工作
job-files-not-opened = fiord import 不開啟工作檔
files-not-opened = fiord import 不開啟工作選項所指定的檔案

job-not-read = 無法讀取此結果的工作：{ $problem }
command-not-read = 無法讀取此結果的指令：{ $problem }
command-in-line-not-read = 無法讀取第 { $line } 行的指令：{ $problem }
judged-as = 此結果依 fio 工作 { $options } 判斷。
settings-of-script = { $program } 不會印出的設定取自其指令碼。
ends-before-statistics = 輸出在統計之前就結束了。
sockperf-half = sockperf 的延遲是一次往返的一半。
ends-before-summary = 輸出在第 { $line } 行結束，之後沒有群組的彙總。
sample-means = 這些速率是 fio 取樣值的平均值，不是整個執行時間的總量。
sample-share = 該吞吐量占其所在群組吞吐量的 { $share }（per=）。
requested-rate = vdbench 被要求每秒 { $rate } 次 I/O，並且達到了這個速率。這個速率是負載，不是裝置的上限。
line-ends-early = 此行不完整，缺少的值未知。
report-cut = `{ $job }` 的報告不完整，缺少的值未知。
terse-without-trims = 此結果既沒有讀取也沒有寫入。此工作可能只有捨棄（trim）：fio 的 terse 輸出第 3 版不輸出捨棄的結果。
verify-reads = `{ $job }` 的讀取全部用於驗證該工作寫入的資料（verify）。
retyped-lines = 有 { $count } 行（第 { $lines } 行）不是 fio 印出的原樣（`{ $part }`）。報告是手動輸入或由圖片辨識的：請對照原始輸出核對其中的數字。

flags-are-unknown = 舊版 fio 的 JSON 不含沒有值的選項（time_based、…）。
directions-are-summed = `{ $job }`：fio 合併了各個方向的計數（unified_rw_reporting=mixed）。fiord 把合計值當成讀取來判斷。
last-document = 檔案中有 { $documents } 份文件，只判斷最後一份。
merged-workers = `{ $job }` 的數值是 { $workers } 個工作執行緒的合計，在匯入前已經合併。
short-ios-are-syncs = `{ $job }`：{ $ios } 個短 I/O 其實是同步操作。舊版 fio 把一次同步計為一次短讀取。
syncs-not-printed = `{ $job }`：這些延遲是 write() 的延遲，不含每次寫入之後的 { $call }。輸出中沒有同步延遲。依執行時間推算，每次 { $call } 平均耗時 { $latency }，其百分位未知。請使用 fio 3.5 或更新版本，或 `fiord check etcd`。
uncounted-disks = { $disks } 的磁碟統計全部為零：核心沒有在這裡統計 I/O（較舊的核心只在各條路徑上統計 NVMe 多路徑，DAX 不統計），因此磁碟的 I/O 未知。
no-options = `{ $job }` 沒有選項：引擎、direct 和存取模式未知。
unknown-engine = `{ $job }`：fiord 不認得 ioengine={ $engine }。判斷此工作時，假定該引擎始終保持 iodepth 個在途 I/O。
unknown-option = `{ $job }`：無法理解 { $option }={ $value }。
contradictory-options = `{ $job }`：選項互相矛盾，因此未解讀這些選項。

log-without-unit = 日誌的名稱沒有說明內容（…_bw.log、…_iops.log、…_clat.log），因此其中的數值沒有單位。
log-in-nanoseconds = 延遲以奈秒解讀。fio 3.0 之前的版本在日誌中寫的是微秒。
log-of-single-ios = 日誌中每個 I/O 一列（沒有 log_avg_msec）。速率由列數和位元組數算出，不是數值的平均。
log-first-row = 忽略第一個 { $direction } 值（{ $value }）。它是其他任何值的 { $times } 倍以上，因為 fio 用來當除數的時間比第一列所涵蓋的時間短。
log-of-means = 日誌的各列以時間窗內的平均延遲解讀（log_avg_msec）。各個 I/O 的百分位和最大值未知。
log-of-means-and-maxima = 日誌的每一列是一個時間窗內的平均延遲和最大延遲（log_avg_msec）。各個 I/O 的百分位未知。
log-with-gap = 日誌在 { $all } ms 中有 { $gap } ms 沒有任何一列，因此不判斷它隨時間的變化。
log-too-long = 日誌長於 { $most } s，因此不判斷它隨時間的變化。

numbers-without-unit = 此列有 { $numbers } 個數值沒有單位，因此未讀取。
numbers-with-two-readings = 此列有 { $numbers } 個數值未讀取：其中的點可能是千分位符號，也可能是小數點。
bonnie-untimed = bonnie++ 有 { $results } 項結果顯示 +++++：測試太快結束，無法計時。
ended-by-signal = fio 遭訊號終止（第 { $line } 行）：結果只到終止時為止。
dd-stopped = dd 在完成 { $asked } 個區塊中的 { $blocks } 個後停止。
since-boot = 這份報告包含的是開機以來的平均值，因此其數值不是測試期間的速率。
dd-interrupted = dd 遭中斷，因此指令要求的 { $sync } 不在所計時間之內。
dd-of-memory = { $target } 是記憶體（tmpfs）：所得速率不是磁碟的速率。
dd-of-random-numbers = { $source } 的速度可能限制了 dd 的速率。
dd-between-files = dd 讀一個檔案，寫另一個檔案：所得速率最多是兩者中較慢者的速率。
dd-to-stdout = dd 寫到標準輸出。無法得知接收資料的是哪個程式或檔案，因此這個速率可能不是磁碟的速率。
ioping-pauses = ioping 每 { $seconds } 秒送出一個請求。省電的磁碟機可能在兩個請求之間休眠。ioping 的 IOPS 是 1 / 延遲。
kdiskmark-unit = KDiskMark 把 KiB/s 除以 1,000：它的 { $printed } MB/s 其實是 { $rate } MB/s。
kubestr-jobs = 如果工作檔沒有 stonewall（kubestr 的預設工作檔就沒有），這 { $jobs } 個工作就是同時執行的，共用這個磁碟區。
macos-fsync = 在 macOS 上，fsync 不會沖刷磁碟機的快取；fsync_writethrough（F_FULLFSYNC）才會。
sysbench-fsyncs = sysbench 會定期對 { $files } 個檔案逐一呼叫 fsync。本次執行中平均每次寫入有 { $fsyncs } 次 fsync。它印出的延遲也包含對沒有新資料的檔案呼叫 fsync 的延遲。
sysbench-write = 一次寫入連同其 fsync 耗時 { $latency } ms。
yabs-unit = YABS 把 KiB/s 除以 1,000 並顯示為 MB/s：它的讀取速率 { $printed } 其實是 { $rate } MB/s。
yabs-json-unit = YABS 的 KBps 就是 KiB/s。

measures-tmpfs = 記憶體（tmpfs），不是磁碟
measures-memory = 記憶體，不是磁碟
measures-drive-cache = 磁碟機的快取及其傳輸鏈路，不是儲存媒體
after-blocks = 共 { $asked } 個區塊，已完成 { $blocks } 個
after-blocks-of-unknown = 已完成 { $blocks } 個區塊，總數未知

sysbench-buffers = sysbench fileio 預設經過頁面快取讀寫，除非使用 --file-extra-flags=direct。如果測試檔案放得進記憶體，這些速率可能是記憶體的速率。
unsteady-rates = 執行期間速率在 { $min } 到 { $max } IOPS 之間變化：平均值不代表穩定的速率。
hdparm-memory = hdparm 的快取讀取來自記憶體，不是磁碟。
hdparm-drive-cache = 帶 --direct 的 hdparm 快取讀取來自磁碟機的快取：測到的是該快取及其鏈路，不是儲存媒體。
slower-pool = 第 { $line } 行顯示 { $device } 為 { $moved }，但工作計為 { $counted }。其餘由快取提供或留在快取中，或者檔案系統壓縮了資料，或者多個工作執行緒重複計算了相同的資料。
command-repeated = 同一個指令執行了 { $runs } 次。最快的一次，速率是這次執行的 { $times } 倍。不要對這些執行取平均：其中一次可能是該檔案的首次執行，或者快取可能回應了其 I/O。
over-soon = 以此速率，工作傳輸 { $size } 後，在 { $took } 時結束，永遠到不了 { $runtime } 的執行時間。
idle-disk = { $volume } 使用 { $disks }，但 { $idle } 沒有 I/O：該磁碟區沒有條帶化，因此對一個檔案的 I/O 同一時間只用到一顆磁碟。
other-block = 第 { $line } 行稱本次執行的區塊大小為 { $said }，但工作中是 { $block }。
dirty-pages-left = 第 { $line } 行的 drop_caches 只丟棄乾淨頁面。尚未回寫的髒頁留在記憶體中，並由它們回應讀取。請先執行 `sync`。
other-directories = 同一個指令在 { $directories } 中執行。這些目錄可能位於不同的檔案系統上，因此這些執行是多個位置的結果，不是同一設定的重複。
offered-load = 每秒 { $iops } 個 I/O，每個的延遲為 { $latency }，平均不到一個 I/O 在途：至少 { $idle } 的時間沒有在途 I/O。這個速率是當時的負載，不是磁碟的極限。
needs-jobs = { $iops } IOPS × 平均延遲 { $latency } = { $in-flight } 個在途 I/O。佇列深度為 { $depth } 時需要 { $jobs } 個工作，但文字沒有給出工作數。

page-title = 匯入的結果：{ $files }
page-answer = 從 { $files } 個檔案讀取了 { $runs } 次執行。
page-wrong = 有 { $runs } 次執行為 D 級：有結論表明其中的數字會誤導讀者。
page-unknown = ? 表示未知：文字中沒有這個值。
page-matrix = 各設定與區塊大小的吞吐量
page-bandwidth = 各結果的吞吐量
page-iops = 各結果的 IOPS
page-latency = 各結果的平均延遲
page-p99 = 各結果的 p99 延遲
page-remarks = 備註
head-file = 檔案
head-target = 目標
head-bandwidth = 吞吐量
