ready = 可以測量
usable = 可以測量，但請注意
not-ready = 不適合測量
unknown = 狀態未知
kernel-files-unreadable = 無法讀取 /proc 或 /sys 中的檔案。確認 /proc 與 /sys 都已掛載，然後再執行一次 doctor。
path-unknown = 未知

count-wrong = { $count } 項錯誤
count-care = { $count } 項注意
count-note = { $count } 項提示
count-unknown = { $count } 項未知
count-fine = { $count } 項正常

heading-stack = 儲存堆疊
heading-unknown = 未知
heading-fine = 正常
stack-unknown = 儲存堆疊未知。
layer-used = { $size }，已用 { $share }
layer-firmware = 韌體 { $version }
changes = 有 { $settings } 項設定可以修正。`fiord doctor --fix --dry-run` 顯示將做的變更，`--fix` 執行變更，`--restore` 復原變更。

changes-pending = 先前由 --fix、try 或研究所做的變更仍然有效。`{ $command }` 復原這些變更。
no-such-path = { $path }：沒有這個檔案、目錄或裝置；使用已存在的路徑
parent-checked = { $path } 不存在，改為檢查其上層目錄 { $directory }。

setting-not-assigned = `{ $text }`：不是 NAME=VALUE 的格式；例如寫成 nomerges=2
setting-unknown = `{ $name }`：無法設定；可設定的有 { $names }
setting-misspelt = `{ $name }`：無法設定；是不是要用 { $near }？
setting-empty = `{ $text }`：缺少值；寫成 NAME=VALUE

fix-needs-root = --fix：需要 root 權限；--fix --dry-run 顯示將做的變更
restore-needs-root = --restore：需要 root 權限；以 root 身分重新執行（{ $path }：{ $error }）
restore-incomplete = --restore 需要 root 權限。尚未還原的設定仍記錄在還原日誌中（見 --journal）。請以 root 身分再次執行 --restore。
nothing-to-restore = 沒有需要還原的設定：{ $journal } 中沒有任何變更。若變更記錄在另一個檔案中，請加上 --journal=FILE。
nothing-to-change = --fix 沒有需要變更的設定。
would-change = 將會變更：
changing = 正在變更：
changed = 已變更 { $settings } 項設定。`{ $command }` 復原變更。
setting-is-already = { $path } 的值已經是 { $value }。
setting-changed-by-other = { $path } 已由其他程式或核心改為 { $now }，不再還原。fiord 變更之前的值是 { $before }。
setting-gone = { $path }：裝置已不存在。
setting-refused = { $path }：無法設為 { $value }（{ $reason }）。

during-changes-pending = --during：先前由 --fix、try 或研究所做的變更仍然有效；先執行 `{ $command }`
during-without-command = --during：缺少指令；寫在 -- 之後
during-refused = --during：有設定未能變更，因此沒有執行指令；請用 --only、--set 排除上面列出的設定，再執行一次
during-not-restored = --during：指令已結束，但設定未能還原
journal-removed = { $path }：變更生效期間，其他程式刪除了這份還原日誌。fiord 仍開啟著該檔案，並據此還原了設定。
restored = 已還原 { $restored } 項設定，共 { $settings } 項。
