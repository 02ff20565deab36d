machine-title = 其他行程也在使用磁碟
machine-why = 其他 I/O 與測試互搶磁碟時間。
machine-advice = 停掉正在使用這顆磁碟的程式，或等它們結束，再檢查一次。
machine-example = vda 在 1 秒內有 85% 的時間在忙：每秒 310 次讀取、每秒 0 次寫入、40 MiB/s。本機上可能造成這些 I/O 的行程：mysqld（pid 4242，40 MiB）。

run-title = 裝置上有其他 I/O
run-why = 裝置有一部分時間花在其他 I/O 上。沒有這些 I/O，這次執行會更快。
run-advice = 停掉正在使用這顆磁碟的程式，或等裝置閒置後重新執行。
run-example = vda 共讀取 900 MiB，其中 500 MiB（占全部讀寫的 55.6%）不屬於這次執行。可能的原因是 mysqld（pid 4242）：在所有磁碟上共讀取 480 MiB。

not-looked = 未檢查是否有其他行程使用磁碟。
quiet = { $device } 閒置了 { $seconds } 秒。
busy = { $device } 在 { $seconds } 秒內有 { $busy }% 的時間在忙：{ $rates }。
reads-per-s = 每秒 { $count } 次讀取
writes-per-s = 每秒 { $count } 次寫入
flushes-per-s = 每秒 { $count } 次沖刷
discards-per-s = 每秒 { $count } 次 discard
bytes-per-s = { $bytes }/s
busy-by = 本機上可能造成這些 I/O 的行程：{ $processes }。
process = { $name }（pid { $pid }，{ $moved }）
cause-not-visible = 看不出原因。

moved = { $devices } 共{ $ddir ->
    [read] 讀取
   *[write] 寫入
 } { $total }，其中 { $foreign }（占全部讀寫的 { $share }）不屬於這次執行。
likely-files-open = 最可能的原因是 { $name }（pid { $pid }）：它{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }了 { $moved }，而且在這顆磁碟上有開啟的檔案。
guess-no-files-open = 可能的原因是 { $name }（pid { $pid }）：它{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }了 { $moved }，但結束時在這顆磁碟上沒有開啟的檔案。
guess-any-disk = 可能的原因是 { $name }（pid { $pid }）：它在所有磁碟上共{ $ddir ->
    [read] 讀取
   *[write] 寫入
 } { $moved }。
part-files-open = { $name }（pid { $pid }）{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }了 { $moved }（占其他 I/O 的 { $share }），而且在這顆磁碟上有開啟的檔案。其餘部分原因不明。
part-no-files-open = { $name }（pid { $pid }）{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }了 { $moved }（占其他 I/O 的 { $share }），但結束時在這顆磁碟上沒有開啟的檔案。其餘部分原因不明。
part-any-disk = { $name }（pid { $pid }）在所有磁碟上共{ $ddir ->
    [read] 讀取
   *[write] 寫入
 } { $moved }（占其他 I/O 的 { $share }）。其餘部分原因不明。
or-writeback = 也可能是回寫：執行前有 { $dirty } 髒頁。
maybe-writeback = 可能是回寫：執行前有 { $dirty } 髒頁。
hidden = 有 { $processes } 個其他使用者的行程不可見，也可能是原因；以 root 身分執行可以看到。
or-kernel = 也可能是核心：回寫先前的寫入，或寫檔案系統日誌。
or-kernel-ext4 = 也可能是核心：回寫先前的寫入、寫檔案系統日誌，或 ext4 的惰性初始化（lazy init）。
writeback = 原因是回寫：執行前有 { $dirty } 髒頁。
kernel = 執行期間沒有行程寫入這些資料。原因是回寫先前的寫入，或寫檔案系統日誌。
kernel-ext4 = 執行期間沒有行程寫入這些資料。原因是回寫先前的寫入、寫檔案系統日誌，或 ext4 的惰性初始化（lazy init）。
nearly-idle = 裝置只有 { $share } 的時間在忙。
flushed = { $devices } 有 { $flushes } 次沖刷不屬於這次執行（每秒 { $rate } 次）。
flush-time = 這些沖刷占用了 { $share } 的時間。
no-own-syncs = 這次執行不做 sync。
own-syncs = 這次執行做了 { $syncs } 次 sync。
discarded = { $devices } 執行了 { $discards } 次 discard，共 { $bytes }，而這次執行不做捨棄（trim）。
discarded-besides = { $devices } 執行了 { $discards } 次 discard，共 { $bytes }。其中最多 { $own } 來自這次執行刪除的檔案。

why-flushed = 其他行程的 fsync 會沖刷裝置的快取，排隊中的 I/O 要等它完成。
why-discarded = 檔案系統會為刪除的檔案送出 discard，fstrim 也會送出。裝置一邊處理它們，一邊回應其他 I/O。
why-uncharged = 執行期間核心一直在對裝置寫入。
advice-flushed = 查出是哪個行程在做 sync（`fiord watch`，或 `strace -e fsync,fdatasync`）並停掉它，然後重新執行。
advice-discarded = 等 discard 處理完再重新執行。也可以用 nodiscard 掛載。
advice-uncharged = 執行 `sync`，等裝置閒置後重新執行。
advice-uncharged-ext4 = 執行 `sync`，等裝置閒置後重新執行。新建立的 ext4 會在背景初始化內部表格；使用 `mkfs.ext4 -E lazy_itable_init=0,lazy_journal_init=0` 可以避免。
