## 整個取代的檔案。前面是帶有其路徑的選項。

not-replaceable = 不是一般檔案；fiord 會取代整個檔案，請使用一般檔案
no-file-name = 沒有檔名；請提供檔名

## 執行為何沒有分層資料。隨執行儲存。

layers-no-memory = 記憶體不足，無法存放工作執行緒的時間戳記
layers-no-thread = 無法啟動讀取追蹤資料的執行緒：{ $error }
layers-thread-ended = 讀取追蹤資料的執行緒提早結束
layers-no-device = 找不到測試目標所在的本機區塊裝置
layers-no-events = 無法啟用追蹤事件：{ $error }
layers-no-trace = 無法讀取追蹤資料：{ $error }

## 輪流執行的工作。隨執行儲存。

turns-not-started = 無法啟動讓各工作輪流執行的執行緒（{ $error }），沒有測量任何片段。
