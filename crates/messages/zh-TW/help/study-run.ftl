about = 執行研究
study = 研究檔案，或內建研究的名稱
target = 存放測試檔案的目錄（測試後刪除檔案）；只供讀取的檔案；或裝置（含寫入的研究會覆寫該裝置）。模擬引擎不需要
time = 設定所有執行的總時限，例如 15m。時限一到，研究在下一次執行之前停止；`fiord study resume --time` 可繼續
spec = 將結論與此規格書核對（docs/spec-sheets.md）
slo = 在每個組合（因子水準的組合）中尋找符合此延遲限值的最高到達速率，例如 p99<5ms
layers = 每個組合另做一次帶追蹤的執行，回報耗時最多的核心層（root；docs/layers.md）
no-store = 不儲存結果。研究將無法繼續
