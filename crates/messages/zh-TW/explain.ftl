no-job = explain：沒有工作；使用工作檔或 fio 選項
runs-nothing = --{ $option }：`fiord explain` 不會執行任何工作；移除該選項，或移除 `explain`
not-plain = 只能是一道單純的指令，不能含有 `{ $character }`
quote-not-closed = 引號沒有成對
not-a-result = 應為檔案、管線，或代表標準輸入的 -
zero-byte = 位移 { $offset } 處的位元組為零；應為文字，例如 fio 的 JSON
missing-cpu = { $job }：此工作使用的 CPU { $cpu } 在本機不存在（本機有 { $cpus } 個 CPU，從 CPU 0 編號）。在本機執行會被拒絕。
too-large = 大於 { $limit } MiB；只使用 fio 或 fiord 的一份結果
pipe-too-large = 大於管線的上限 { $limit } MiB；改用檔案

heading-machine = 主機
heading-corrected = 更正後
names-and-more = { $names } 以及另外 { $more } 個
jobs-alike = （{ $jobs } 個相似工作，以 { $job } 為例）
changes = 變更：{ $changes }
not-corrected = 未更正：{ $rules }。
jobs-not-corrected = { $jobs } 中未更正：{ $rules }。
no-problems = 未發現問題。

place-line = { $kind }，第 { $line } 行
place-lines = { $kind }，第 { $first } 到 { $last } 行
place-jobs = { $version }，{ $jobs } 個工作
not-judged = 未作判定：
without-counters = 沒有核心計數器
without-series = 沒有時間序列
without-histogram = 沒有直方圖（--output-format=json+ 會寫出直方圖）
without-direct = 沒有 direct 的值（direct=0 時資料可能來自頁面快取）
without-options = 沒有 { $options } 的值
note = 備註：{ $note }
in-flight-only = { $job }：平均 { $depth } 個在途 I/O。
in-flight = { $job }：平均 { $depth } 個在途 I/O；iodepth × 工作執行緒數為 { $asked }。
seen-without-job = --seen：{ $text } 沒有說明結果由哪個程式產生；請加上產生該結果的工作

# Names of topics and rules.
unknown-name = { $name }：沒有這個名稱的專題、結論規則或檔案；`fiord explain --list` 列出全部名稱
unknown-name-near = { $name }：沒有這個名稱的專題、結論規則或檔案；是不是要用 `fiord explain { $near }`？
only-jobs = --{ $option }：該選項需要工作；要解釋一個名稱，請移除它
# After the help of the verb. $names: names of topics.
help-blocks = fiord 對每個工作最多抽讀 64 個 4 KiB 的區塊。
help-topics = 專題：{ $names }。
