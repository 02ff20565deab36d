plan-title = 沒有可用的目標檔案或裝置
plan-why = 工作最晚在第一個 I/O 就會因錯誤而結束。
plan-advice = 設定 size= 來建立新檔案，或使用目前使用者有權開啟的檔案或裝置。
plan-example =
    fio --name=r --filename=fresh --rw=randread --direct=1 --bs=4k
    檔案不存在，也沒有選項指定它的大小。

named-like-a-device = 工作名稱是 { $path }，又沒有 filename=。fio 會把同名的裝置當成測試目標；fiord 拒絕這樣做。
directory = { $path } 是目錄。
unreadable = 無法開啟 { $path } 來讀取。
read-only = 無法寫入 { $path }：它的檔案系統以唯讀方式掛載。
unwritable = 無法寫入 { $path }：目前使用者沒有權限。
missing = { $path } 不存在，也沒有設定 size。
not-to-be-made = { $path } 不存在，而且不允許此工作建立它（allow_file_create=0）。
no-data-to-verify = 工作要驗證 { $path }，但這個檔案不存在。工作會建立此檔案，其中的資料無法通過驗證。
no-device = { $path }：沒有這個裝置。
part-of-nothing = { $path } 不存在，而 size={ $percent }% 要以現有檔案的大小計算。
empty = { $path } 是空的，也沒有設定 size。
behind-end = 位移達到或超過 { $path } 的結尾，也沒有設定 size。
smaller-than-block = 此工作不做任何 I/O：它在 { $path } 中的部分小於一個區塊。
no-medium = { $path } 是大小為 0 位元組的區塊裝置。

advice-named-like-a-device = 換一個工作名稱。如果測試目標就是那個裝置，設定 filename=。
advice-directory = 把 directory= 設為這個路徑，或把 filename= 設為其中的檔案。
advice-unreadable = 以有讀取權限的使用者執行，或使用其他檔案或裝置。
advice-read-only = 使用以可讀寫方式掛載的檔案系統上的檔案，或只讀取現有的檔案。
advice-unwritable = 以有寫入權限的使用者執行，或使用其他檔案或裝置。
advice-no-device = 使用現有的裝置（用 `lsblk` 列出）。fio 會在這個路徑建立一個位於記憶體中的檔案；fiord 拒絕這樣做。
advice-part-of-nothing = 把 size= 設成位元組數，或先建立檔案。
advice-behind-end = 使用較小的位移，或設定 size= 讓檔案變大。
advice-smaller-than-block = 使用較小的區塊，或調大 size。設定了 nrfiles 時，size 平均分給各個檔案。
advice-not-to-be-made = 先建立檔案，或移除 allow_file_create。
advice-no-data-to-verify = 先用相同的 verify 選項寫入該檔案，或移除 verify。
advice-no-medium = 替這個裝置接上儲存裝置或後端檔案，或使用其他裝置。工作的選項無法決定裝置的大小。
