unmixed = rw={ $mode } 不會混合讀寫。
sequential = rw={ $mode } 是循序存取。
one-job = 這個工作只有一個工作執行緒，而第一個工作執行緒的起點不加增量。
mix-is-one-way = 這個選項只影響一個方向，而 rwmixread 或 rwmixwrite 讓這個方向沒有 I/O。
one-file = 每個工作執行緒只有一個檔案。
files-named = 檔名由 filename 指定。
first-file-only = 使用 time_based 且一次只用一個檔案時，隨機 I/O 會一直停留在第一個檔案。請設定 file_service_type=random，並且不要設定 openfiles。
on-device = 測試目標是裝置。
until-time = 使用 time_based 時，工作要到 runtime 才結束。
one-at-a-time = ioengine={ $engine } 一次只做一個 I/O。
above-depth = 這個值會降為 iodepth={ $depth }。
depth-no-higher = iodepth={ $depth } 不高於這個值。
no-poll-queue = 裝置沒有可輪詢的佇列。
writes-nothing = rw={ $mode } 不寫入資料。
reads-nothing = rw={ $mode } 不讀取資料。
direct-skips-cache = direct=1 不會讀取 pre_read 放進快取的頁面。
no-runtime = 工作沒有設定 runtime。
no-rate = 工作沒有設定 rate。
no-thinktime = 工作沒有設定 thinktime。
no-log = 此工作不寫日誌（write_bw_log、write_lat_log、write_iops_log、write_hist_log）。
no-partner = 工作沒有使用 { $option }。
done-long-before = 即使裝置很慢，工作也會早在 runtime 結束之前完成。
accepted = fiord 接受這個選項，但它沒有作用：{ $reason }。
not-needed = fiord 不需要這個選項。
