plan-title = 直接寫入之後的 sync
plan-why = direct=1 時，資料已經到達裝置，sync 只沖刷裝置的快取和檔案的中繼資料。sync 的耗時在輸出中單獨列出一段，或只包含在執行時間裡。
plan-advice = 測持久寫入請用 sync=dsync，或用 fdatasync=1 並看 sync 部分。測裝置本身的速度請移除 sync。
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --fsync=1 --size=7G --bs=4k
    寫入延遲不包含每次寫入後的沖刷。

synced = 每寫入 { $writes } 次就沖刷一次裝置的快取（direct=1，{ $option }={ $every }）。寫入延遲不包含沖刷。
at-end = direct=1 時，結束時所有資料都已在裝置上。end_fsync=1 此時只沖刷中繼資料和裝置的快取，而且只沖刷一次。
