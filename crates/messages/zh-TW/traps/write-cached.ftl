plan-title = 寫入在到達磁碟之前就已計數
plan-why = 緩衝寫入只要資料進入記憶體就算完成。核心稍後才把資料寫到磁碟；結束時仍在記憶體中的資料，寫入磁碟的時間從不計入。
plan-advice = 測吞吐量：設定 end_fsync=1，並寫入多於記憶體的資料。測持久寫入：設定 fsync=1、fdatasync=1 或 sync=dsync。測裝置本身的速度：設定 direct=1。
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --size=1G --bs=1m
    1 GiB 低於髒頁上限：資料全部寫到磁碟之前，執行就已結束。

run-title = 寫入在到達磁碟之前就已計數
run-why = 測得的是複製到記憶體的吞吐量。磁碟在計時結束之後才寫入。
run-advice = 設定 direct=1，或設定 end_fsync=1，把等待磁碟的時間計入這次執行。
run-example = direct=0 時，1 GiB 半秒就寫完。結束時其中 900 MiB 還是髒頁。

never-synced-fits = direct=0 且沒有 sync 時，要寫入的 { $written } 可以全部留在記憶體中（髒頁上限 { $limit }）。
never-synced-rest = direct=0 且沒有 sync 時，寫入的 { $written } 在結束時最多還有 { $limit } 留在記憶體中。
never-synced = direct=0 且沒有 sync 時，資料進入記憶體就算寫入完成。
no-sync-at-all = 該工作從不 sync 資料。
synced-at-end = direct=0 時，工作把 { $written } 寫入頁面快取。工作只在達到髒頁上限時和結束時的 sync 中等待磁碟。
synced-at-end-fits = direct=0 時，工作把 { $written }（不到記憶體的兩倍）寫入頁面快取。工作只在達到髒頁上限時和結束時的 sync 中等待磁碟。
synced-at-end-region = direct=0 時，工作把不到記憶體兩倍的測試區域寫入頁面快取。工作只在達到髒頁上限時和結束時的 sync 中等待磁碟。
synced-at-end-unknown = direct=0 時，工作把資料寫入頁面快取。工作只在達到髒頁上限時和結束時的 sync 中等待磁碟。
left = 寫入的 { $issued } 中，有 { $share } 在結束時尚未到達磁碟。
dirty = 髒頁有 { $dirty }。
devices-wrote = 發出的資料中，{ $devices } 寫入了 { $written }。
# $option: an option of mount(8).
syncs-ignored = 工作把 { $issued } 寫入了頁面快取。檔案系統以 { $option } 掛載，因此沒有任何 sync 等待磁碟。

why-synced-at-end = 頻寬和 IOPS 計入了結束時 sync 的時間，但核心會在寫入磁碟之前合併寫入。多數寫入的延遲是記憶體的數值。
advice-synced-at-end = 只採用整次執行的頻寬。要看延遲，設定 fsync=1 或 direct=1。
advice-mapped = 設定 fsync=N，把等待磁碟的時間計入這次執行。要測磁碟本身的速度，改用其他 I/O 引擎並設定 direct=1。
advice-synced = 檢查掛載選項和檔案底下的各層：工作做了 sync，資料卻沒有到達磁碟。
