interrupted = 執行 { $id } 已中斷。
full-of-hosts = --full：執行 { $id } 使用了多台主機，而 fio 的報告只涵蓋一台；請移除 --full
no-such-run = { $name }：{ $store } 中沒有這次執行或研究；用 `fiord history` 列出全部
not-of-study = { $option }：只用於單次執行；研究 { $study } 包含多次執行，用 `fiord history --study { $study }` 列出
several-runs = 名為 { $name } 的執行有 { $runs } 次。這裡顯示最新的一次，即執行 { $id }。
one-run = 以上 { $runs } 次執行的儲存編號是 { $ids }。`fiord report { $newest }` 顯示最新的一次。
record-missing = 執行 { $id }：{ $store } 中缺少它的記錄
not-json = { $file }：不是 fiord 的文件；請使用 --json 的輸出

png-on-terminal = --png={ $chart }：標準輸出是終端機；請寫入檔案：> { $chart }.png
png-not-built = --png={ $chart }：這個 fiord 建置時未啟用 png 功能；用 --svg={ $chart } 取得相同的圖表
no-charts = { $chart }：沒有這個圖表；結果的數值太少，無法繪圖
no-such-chart = { $chart }：沒有這個圖表；請使用下列其中之一：{ $charts }
picture-without-size = 圖片沒有尺寸
picture-too-large = 記憶體不足，無法產生圖片

subject-run = 執行 { $id }
verified = { $subject }：依記錄重新計算了 { $compared } 個數值與判定，全部與儲存的一致。
differs = { $subject }：{ $compared } 個數值與判定中有 { $different } 個與記錄不符：
difference = 執行 { $id }，{ $value }：儲存的是 { $stored }，重新計算得 { $recomputed }。
more-differences = 另有 { $differences } 個數值不符。
rules-may-differ = 這個版本計算數值與判定的規則，可能與當初儲存執行的版本不同。如果規則相同，表示結果庫遭到更動。
value-directions = 結果數（各工作的讀取、寫入和捨棄）
value-grade = 等級
value-verdict = 判定
value-wrong-findings = 嚴重程度為「錯誤」的結論數
value-failed-workers = 失敗的工作執行緒數
value-seconds = 時間長度（秒）
value-iops = { $job } { $direction } 的 IOPS
value-throughput = { $job } { $direction } 的每秒位元組數
value-p50 = { $job } { $direction } 的 p50
value-p99 = { $job } { $direction } 的 p99

page-written = { $file }：{ $kilobytes } KB，任何瀏覽器都能開啟。
all-runs = 所有執行
heading-charts = 圖表
heading-numbers = 數值
heading-machine = 主機
heading-evidence = 證據
heading-runs = 執行
heading-data = 資料
again = 再次顯示：
made-by = 由 fiord 產生。本頁不從任何伺服器載入內容。指令碼只用於縮放圖表、切換刻度與隱藏數列。
table-as-csv = { $table }（CSV）
document-as-json = 這個檔案內含 JSON 格式的完整文件（{ $kilobytes } KB），位於元素 #document。
no-page = 文件 `{ $document }` 沒有對應的網頁；請使用 `run`、`repeats`、`hosts`、`survey`、`study`、`check`、`compare`、`import`、`history` 或 `ladder` 文件
no-envelope = 不是 fiord 的文件
document-broken = 無法讀取文件 `{ $document }`：{ $error }

repeated-runs = 這份文件包含多次執行的結果；請使用其陣列 `runs` 中的一份文件
other-document = 這裡不支援 fiord 的文件 `{ $document }`；請使用單次執行的文件（`fiord run --json`）
newer-document = 文件 `{ $document }` 的版本是 { $version }，由較新的 fiord 寫入；這個 fiord 能讀取的版本是 { $supported }
unexpected-document = 這裡不支援 fiord 的文件 `{ $document }`；請使用文件 `{ $expected }`
incomplete-document = 不是完整的執行文件：{ $error }
