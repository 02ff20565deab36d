plan-title = 反覆寫入相同的區塊
plan-why = 同一個區塊在寫到磁碟之前多次改寫，磁碟只寫一次，卻每次都計入。如果幾乎每個區塊都寫到，相鄰的區塊會合併成大塊的循序寫入。
plan-advice = 使用數倍於 io_size 的範圍，或設定 direct=1，讓每次改寫都到達磁碟。
plan-example =
    fio --name=w --rw=randwrite --randrepeat=0 --ioengine=sync --direct=0 --end_fsync=1 --size=1G --io_size=4G --bs=4k
    同一個 1 GiB 檔案，io_size=100M 時是 17.7 MB/s，io_size=4G 時是 78.3 MB/s。

run-title = 反覆寫入相同的區塊
run-why = 同一個區塊在寫到磁碟之前多次改寫，磁碟只寫一次，卻每次都計入。
run-advice = 使用數倍於 io_size 的範圍，或設定 direct=1，讓每次改寫都到達磁碟。
run-example = size=8m、io_size=32m：共寫入 32 MiB，互不相同的區塊只有 8 MiB。

until-the-time-is-up = 測試目標在記憶體中反覆改寫，直到執行時間結束（direct=0 且有 time_based）。
until-the-time-is-up-in-part = 此工作反覆寫入測試目標，直到執行時間結束。由於 invalidate=1，每一遍都會觸發上一遍資料的回寫。但仍有一部分資料在記憶體中改寫。
until-the-time-is-up-sized = 測試目標（{ $size }）在記憶體中反覆改寫，直到執行時間結束（direct=0 且有 time_based）。
passes-part = 工作在 { $region } 的範圍內寫入 { $written }（占該範圍的 { $share }）。
passes-once = 工作在 { $region } 的範圍內寫入 { $written }（與該範圍大小大致相同）。
passes-many = 工作在 { $region } 的範圍內寫入 { $written }（為該範圍大小的 { $passes } 倍）。
uneven = 隨機分布偏好某些區塊。
nearly-all-written = 幾乎每個區塊都會寫到，因此回寫會合併相鄰的區塊。
rewritten-in-memory = 區塊在寫到磁碟之前，會先在記憶體中多次改寫。
rewritten-in-part = 某些區塊在寫到磁碟之前，會先在記憶體中多次改寫。
rewritten-on-disk = 區塊寫入後不久就會再次覆寫。
counted = 每個區塊平均寫了 { $times } 次：共寫入 { $issued }，只落在 { $files ->
    [one] { $file } 中的
   *[other] { $files } 個檔案中的
 } { $distinct } 互不相同的區塊（{ $workers ->
    [one] 占寫入位元組數的 { $share }
   *[other] 占寫入位元組數的 { $share }；多個工作執行緒都寫過的區塊，每個執行緒各計一次
 }）。

why-on-disk = 每次改寫都會到達磁碟。有快取的磁碟機仍可能把多次改寫合併成一次寫入，垃圾回收的負擔也比寫滿整顆磁碟時小。
advice-on-disk = 如果工作本來就是要反覆改寫一小塊範圍，不必修改。否則使用數倍於 io_size 的範圍。
