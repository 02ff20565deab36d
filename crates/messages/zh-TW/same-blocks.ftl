clones-at-same-offsets = { $workers } 個工作執行緒從相同位移開始，循序{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 }同一個{ $place ->
    [file] 檔案
   *[device] 裝置
 }。
clones-in-same-region = { $workers } 個工作執行緒在相同範圍內隨機{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 }同一個{ $place ->
    [file] 檔案
   *[device] 裝置
 }。
clones-in-overlapping-regions = { $workers } 個工作執行緒{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 }同一個{ $place ->
    [file] 檔案
   *[device] 裝置
 }，它們的範圍互相重疊（offset_increment 小於範圍大小）。
clones-in-same-region-partly-in-sequence = { $workers } 個工作執行緒在相同範圍內以隨機的 rw 模式{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 }同一個{ $place ->
    [file] 檔案
   *[device] 裝置
 }。儘管 rw 模式是隨機的，其中的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }操作卻從相同位移開始循序進行。
distinct = { $share } 的位元組互不相同。
distinct-at-most = 最多 { $share } 的位元組互不相同。

met = { $workers } 個工作執行緒共{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 } { $issued }，但互不相同的區塊只有 { $distinct }（{ $share }）。
met-in-file = { $workers } 個工作執行緒共{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 } { $issued }，但在 { $path } 中互不相同的區塊只有 { $distinct }（{ $share }）。
met-in-files = { $workers } 個工作執行緒共{ $moves ->
    [read] 讀取
    [write] 寫入
   *[mixed] 讀寫
 } { $issued }，但在 { $files } 個檔案中互不相同的區塊只有 { $distinct }（{ $share }）。
uncounted = 互不相同的區塊有多少位元組，是由各工作執行緒的位移範圍推算，並非實際計數：{ $reason }。
