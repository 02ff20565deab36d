allow-destroy = 允許覆寫此區塊裝置
allow-no-flush = 允許在此區塊裝置上設定 write_cache="write through"，或在此掛載點設定 barrier=0：在此期間斷電可能遺失任何程式已同步的資料
journal = 變更之前先記入此檔案 [預設：/run/fiord/undo]
commands = 同時輸出各工作負載的指令
csv = 將表格輸出為 CSV
filename-on = 搭配 --hosts：在 HOST 上使用此目錄、檔案或裝置，取代共同的目標；多台主機請重複此選項
full = 同時顯示 fio 的報告
hosts = 在 MPI 啟動器的所有主機上共同測量：mpirun -np 4 fiord … --hosts …（docs/many-hosts.md）
html = 將頁面寫入 FILE：答案、結論、圖表、數值與資料都在一個檔案中，任何瀏覽器都能開啟
json = 輸出 JSON（docs/json.md）
layers = 每個工作負載另做一次帶追蹤的執行，回報耗時最多的核心層（root；docs/layers.md）
md = 輸出 Markdown
metrics = 將數值以 OpenMetrics 格式寫入 FILE，供 node_exporter 的 textfile 收集器使用（docs/metrics.md）
no-store = 不儲存結果
quick = 重複六次，每次一秒；略過標有 quick = false 的水準
reports = 寫出機器可讀的報告：junit:FILE、github（寫到標準錯誤輸出）或 github:FILE
save = 以此名稱儲存結果，供 `fiord report NAME` 使用
seed = 設定執行順序與位移的隨機種子
spec = 將結果與規格書核對（TOML 檔案，見 docs/spec-sheets.md，或 `fiord compare --list` 中的條目名稱）
spread = 搭配 --hosts：所有 rank 都使用整個檔案或裝置（same），或各用其中一部分（stripes）；在目錄中每個 rank 有各自的檔案
standard = 使用研究或方案的設定（預設）
store = 使用此結果庫 [預設：$FIORD_STORE，否則為 $XDG_DATA_HOME 或 ~/.local/share 中的 fiord/runs.sqlite]
tag = 為儲存的執行加上標籤（可重複使用，也可用逗號分隔多個標籤）；`fiord history --tag` 和 `fiord serve` 顯示帶有某個標籤的執行
thorough = 每次執行 30 秒，執行 20 到 100 次，直到信賴區間在 ± 2.5% 以內
verbose = 顯示所有結論及其原因與來源
live = 執行期間每秒寫一行 JSON 到標準錯誤輸出（json）或 FILE（json:FILE）（docs/json.md）
metrics-listen = 執行期間在 http://ADDRESS:PORT/metrics 提供 OpenMetrics（docs/metrics.md）；不寫位址時只有本機可以讀取
