idle = 有 { $devices } 個裝置閒置，用 --all 顯示。
process = 行程 { $pid } 讀 { $read }，寫 { $write }。
process-read-share = 其讀取最多占這些裝置全部讀取的 { $share }。
process-write-share = 其寫入最多占這些裝置全部寫入的 { $share }。
busiest = 最忙的行程：{ $processes }。
busiest-of-machine = 整台機器上最忙的行程（使用任意磁碟）：{ $processes }。
busy-process = { $name }（{ $pid }）讀 { $read } / 寫 { $write }
limit = 控制群組 { $group } 把 { $device } 限制在 { $value } { $unit }。
limit-reached = 目前速率是該上限的 { $share }。
waited = 停滯時間占比（PSI）：{ $shares }。
util-of-parallel-devices = { $devices } 的 %util 是有在途 I/O 的時間占比。100% 不代表已飽和：請求是平行處理的。
statistics-off = 核心不為 { $devices } 記錄統計（queue/iostats 為 0）：數值一直為零。
lines-cut = 還有 { $lines } 行

process-ended = 行程 { $pid } 已結束。
device-gone = 裝置 { $device } 已不存在。

number-before-device = { $word }：數字寫在裝置前面；請使用 fiord watch [DEV…] [INTERVAL [COUNT]]
interval-out-of-range = { $word }：不是有效的間隔；請使用 0.1 到 86400 秒
count-invalid = { $word }：不是有效的次數；請使用 1 或更大的整數
no-such-process = --pid { $pid }：沒有這個行程；請使用執行中行程的 id
process-not-readable = --pid { $pid }：無權查看其他使用者行程的 I/O；請以 root 身分執行
no-such-device = { $word }：沒有這個裝置、檔案或目錄；請使用 { $devices } 之一
not-on-a-device = { $path }：所在之處不是核心會統計 I/O 的區塊裝置；請使用區塊裝置
