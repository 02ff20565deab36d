machine-title = 緩衝寫入由頁面快取吸收
machine-why = 緩衝寫入到頁面快取就算完成，核心之後才把資料寫到磁碟，接近髒頁上限時才放慢寫入端。只有超過上限的寫入才反映磁碟的速度。
machine-advice = 設定 direct=1；或設定 end_fsync=1，並寫入遠多於上限的資料。
machine-example = 最多 3.2 GiB 的緩衝寫入可以停留在頁面快取中。

unknown = 髒頁上限不明。
limit = 最多 { $limit } 的緩衝寫入可以停留在頁面快取中。
waiting = 有 { $dirty } 髒頁等待回寫。

why-waiting = 核心會在測試期間寫出這些髒頁。
advice-waiting = 測試前先執行 `sync`。
