no-target = 研究需要一個目標；使用目錄存放測試檔案，或使用供讀取的檔案或裝置
needs-own-files = { $path }：between = { $step } 需要由研究建立的檔案；使用目錄
not-written = { $path }：會寫入的研究從不使用既有的檔案；使用目錄存放測試檔案
not-a-target = { $path }：不是目錄、檔案或區塊裝置；使用其中之一
needs-file-per-worker = { $path }：此研究的每個工作執行緒需要各自的檔案；使用目錄
too-small = { $path }：太小（{ $held }，研究需要 { $needed }）；使用更大的檔案或裝置，或使用目錄
job-size-missing = 工作 { $job }：size 不是以位元組表示；將 size 設為位元組數
file-size-missing = 檔案 { $file }：沒有工作提供以位元組表示的大小；為使用該檔案的一個工作設定 size
no-room = { $directory }：研究需要 { $needed }，超過可用空間（{ $free }）的 { $percent }%；釋放一些空間
no-room-for-ranks = { $directory }：{ $ranks } 個 rank 各需 { $needed }，超過可用空間（{ $free }）的 { $percent }%；釋放一些空間
name-taken = 這個名稱現在屬於另一個檔案
not-idle = 磁碟在 { $seconds } 秒內沒有閒置下來。研究繼續進行。
survey-too-small = { $path }：太小（{ $held }）；使用 { $least } 或更大的檔案或裝置，或使用目錄
no-file-there = { $directory }：無法在其中建立檔案
survey-no-room = 可用空間為 { $free }，而 survey 需要 { $needed }；請釋出一些空間（測試檔案至少需要 { $least }，而且最多只能占可用空間的十分之一）
