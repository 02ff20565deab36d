about = 比較結果：執行、研究、檔案、公開的數值；列出比值、信賴區間與判定
results = 兩個以上的結果，第一個為基準。結果可以是結果庫中執行的編號或名稱、研究（study:4 或其名稱）、檔案（fiord、fio 的檔案，或 `fiord import` 能讀取的任何檔案），或公開數值表中的條目（--list）。名稱有歧義時加上前綴：run:、study:、file:、catalogue:
spec = 同時與規格書比較（TOML 檔案，見 docs/spec-sheets.md，或公開數值表中的條目名）
margin = 將更小的差異視為相當
metric = 比較 rate、p50、p99 或 mean；多個之間以逗號分隔
fail-if = 若有結果符合條件 slower:5%、faster:5%、different:5% 或 inconclusive，結束碼為 1；結果未定時為 3
why = 列出可能解釋兩個結果比值的已記錄差異，可能影響大的在前，並附驗證方法
list = 列出公開數值表
