trying = 每次執行前設定、執行後還原：{ $settings }。
setting-of-device = { $device } 的 { $setting }
no-flush-warning = 設定 { $setting } 後，核心不再為 { $device } 送出快取沖刷命令。在該值有效期間，斷電可能遺失任何程式已同步的資料。

no-flush-refused = { $setting }：無論哪個程式同步，核心都不再為 { $device } 送出快取沖刷命令，斷電可能遺失已同步的資料；要允許這樣做，加上 --allow-no-flush={ $device }
no-place = { $name }：{ $path } 沒有這個設定；請使用其他設定或路徑
other-device = { $setting }：工作的檔案都不在這個裝置或掛載點上；請使用位於工作所用磁碟上的路徑
no-choice = { $name }={ $value }：不是這個設定的值；可用的有 { $choices }
out-of-range = { $name }={ $value }：不是這個設定的值；使用 { $low } 到 { $high } 之間的數
refused-above-most = { $path }：核心拒絕 { $value }；使用此排程器時最大為 { $most }
no-effect-of-write = { $path }：核心把 { $value } 改成了 { $now }；使用核心會原樣保留的值，以及互不影響的設定
changed-meanwhile = { $path }：某次執行需要 { $value }，其他程式卻在執行期間設定了 { $now }；停掉該程式再重新執行
needs-root = 核心設定：變更需要 root 權限；以 root 身分執行
changes-pending = 核心設定：先前 --fix、try 或研究所做的變更仍然有效；先執行 `{ $command }`
running = 核心設定：pid { $pid } 正在執行並使用這些設定（`{ $command }`）；等它結束，或停止它
not-restored = 核心設定：未還原或只還原了一部分；執行 `{ $command }`

# 為什麼不使用還原日誌。
journal-is-link = 是符號連結
journal-not-regular = 不是一般檔案
journal-of-other-user = 屬於其他使用者
journal-linked = 該檔案還有其他名稱（硬連結）
journal-writable = 其他使用者可以寫入
journal-header = 第一行不是 fiord 寫的
journal-too-large = 該檔案比任何還原日誌都大
journal-not-text = 該檔案不是文字檔

# 還原日誌。
journal-error = 還原日誌 { $path }：{ $why }
journal-locked = 還原日誌 { $path } 正由另一個行程使用；請等待該行程結束
no-setting = { $device } 沒有 { $setting }
journal-foreign = { $path }：不是這個使用者的還原日誌（{ $why }）；未變更任何設定
journal-damaged = 還原日誌 { $path } 第 { $line } 行：無法辨識；未還原任何設定
