about = 檢查主機及其磁碟是否適合測量；修正設定，還原設定
path = 檔案、目錄或區塊裝置 [預設：目前目錄]
verbose = 顯示所有結論及其原因與來源、儲存堆疊每一層的意義，以及已通過的檢查
no-look = 略過兩秒的檢查，不看是否有其他程式在使用磁碟
fix = 修正設定，只限日後能還原的設定。需要 root 權限
dry-run = 搭配 --fix：只顯示變更
set = 搭配 --fix：設定一個值，例如 nomerges=2（`fiord try --help` 列出全部設定）
only = 搭配 --fix：只對這些設定（以逗號分隔）做建議的變更，並且只在儲存堆疊中具有這些設定的最上層裝置上
whole-stack = 搭配 --only：變更儲存堆疊中的所有裝置
during = 搭配 --fix：套用修正，執行 COMMAND，即使 COMMAND 失敗也還原設定；結束碼與 COMMAND 相同
restore = 還原由 --fix 或中斷的 try、研究變更過的設定。需要 root 權限
command = 供 --during 執行的指令
after = 結束碼：0 可以測量（含需要注意的情況），1 不適合測量或狀態未知（或有變更失敗），2 要求有誤。
