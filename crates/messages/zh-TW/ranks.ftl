silent-while-preparing = 準備階段（例如建立測試檔案）中，有 { $silent } 沒有收到這個 rank 的心跳。
silent-while-measuring = 測量期間，有 { $silent } 沒有收到這個 rank 的心跳。這個 rank 已終止、卡住，或無法連線。
silent-while-waiting = 這個 rank 等待下一階段時，有 { $silent } 沒有收到它的心跳。這個 rank 已終止、卡住，或無法連線。
did-not-report = 執行結束時，這個 rank 沒有回報，最後一次心跳在 { $silent } 之前。
process-ended = 這個 rank 的行程提前結束：遭到強制終止、當掉或退出。
process-ended-with-others = 這個 rank 的行程與同一台主機上的其他行程同時結束，或在它們之後結束。一個行程終止後，啟動器通常會終止其餘行程。
hung = 這個 rank 已有 { $silent } 沒有任何動作：它卡住了。
cut-off = 執行提早結束時，這個 rank 尚未回報，最後一次心跳在 { $silent } 之前。
no-report = 這個 rank 沒有送出報告。
unreadable = 無法讀取這個 rank 的報告：{ $error }。
failed = 這個 rank 失敗：{ $error }。

lost-rank = { $host } 上的 rank { $rank }（行程 { $pid }）已失聯。
missing = 合計不含它到最後一次心跳為止的 { $ios } 個 I/O 與 { $bytes }。
missing-of-time = 合計不含它到最後一次心跳為止 { $time } 內的 { $ios } 個 I/O 與 { $bytes }。
straggler = 在工作 { $job } 中，{ $host } 上的 rank { $rank } 的速率只有{ $others ->
    [one-host] 其餘 rank
   *[other-hosts] 其他主機上各 rank
 } 的速率中位數的 { $share }。低於 { $limit } 的 rank 視為落後。
start-skew = 各 rank 的啟動時間相差 { $skew }，超過所有 rank 同時運作時間（{ $window }）的 1%。
no-common-window = 工作 { $job } 中，所有 rank 從未同時運作。
same-file = { $host } 上有 { $ranks } 個 rank 寫入 { $path } 的同一部分。
in-phase = 發生在階段 { $phase }。
one-host = 全部 { $ranks } 個 rank 都在同一台主機上執行，共用它的頁面快取、CPU 與網路連線。

why-lost-rank = 失聯的 rank 可能用掉了儲存裝置的部分吞吐量，這部分沒有計入合計。
why-straggler = 平行程式必須等最慢的 rank，而合計值看不出哪個 rank 慢。
why-start-skew = 開始時（結束時往往也是如此），共用儲存裝置的 rank 較少。
why-no-common-window = 這些數值無法反映所有 rank 同時施加負載時，儲存裝置的速率。
why-same-file = 寫入兩次的區塊可能在頁面快取中合併，而且各 rank 會互相覆寫資料。
why-one-host = 如果有多個用戶端，每個用戶端都有自己的頁面快取、CPU 與網路連線。

advice-lost-rank = 檢查該主機的日誌，然後重新測量。
advice-straggler-on-one-host = 檢查這個 rank 使用的資料或 CPU 是否與其餘 rank 不同。
advice-straggler = 先將該主機的磁碟、網路連線與各種限制和其他主機比較，再把合計值當成整個系統的速率引用。
advice-start-skew = 延長執行時間，或在每台主機上留一個閒置的 CPU。
advice-no-common-window = 設定較長的 runtime，或加大每個 rank 的 size。沒有使用 --wear-out 時，還要設定 time_based。
advice-same-file = 使用 --spread=files 或 --spread=stripes，讓每個 rank 有自己的資料。
advice-one-host = 在多台主機上執行 rank，測量多個用戶端時的速率。
