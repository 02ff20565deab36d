run-title = 持久寫入快得不合常理
run-why = fsync 確認過的資料可能在揮發性快取或記憶體中，斷電就會遺失。
run-advice = 關閉揮發性快取，或改用有斷電保護的裝置。
run-example = 在 zram 裝置上，fsync=1 只要 3 µs 就傳回：這個裝置就是記憶體。

fast = { $syncs } 次 sync 中有一半耗時不到 { $median }。
in-memory = { $devices } 是記憶體，斷電後資料全部遺失。
flushed = { $devices } 收到 { $flushes } 次沖刷請求。
mounted-with = 檔案系統的掛載選項含 { $option }，fsync 不會沖刷磁碟的快取。
advice-mount = 移除 { $option } 重新掛載，然後重新執行。
advice-unflushed = 確認裝置有斷電保護。queue/write_cache 為 `write through`，所以核心不會送出沖刷請求。

too-fast-for-flash = { $writes } 次寫入（含各自的 sync）每次耗時 { $mean }。只有記憶體和具備斷電保護的裝置才這麼快。
fast-for-flash = { $writes } 次寫入（含各自的 sync）每次耗時 { $mean }。大多數沒有斷電保護的快閃記憶體更慢。
advice-unwitnessed = 確認裝置具備斷電保護，而且虛擬機器監控程式會把沖刷傳給裝置。
