title = 專題
intro = 儲存裝置的行為，以及它對測量的影響。`fiord explain NAME` 顯示一個專題，`fiord explain` 列出全部專題。
list-intro = `fiord explain NAME` 顯示一個專題，或結論所依據的規則。
list-rules = 結論的規則
group-memory = 頁面快取與持久性
group-numbers = 數值及其含義
group-drive = 磁碟機內部
group-path = 程式與磁碟機之間
# Labels before sentences.
measuring = 測量：
shows = 試一試：
source = 來源：
rules = 結論：
