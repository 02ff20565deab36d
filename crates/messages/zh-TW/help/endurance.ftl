about = 顯示磁碟機的累計寫入量，以及還能用多少年
path = 檔案、目錄或區塊裝置 [預設：目前目錄；只有 --spec 時：無]
spec = 含有額定寫入量（`tbw`，或 `dwpd` 和 `warranty_years`）的規格書，或 `fiord compare --list` 中廠商條目的名稱
