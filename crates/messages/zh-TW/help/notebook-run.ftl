about = 測量筆記本中缺少的部分，並把結果寫入該檔案
file = Markdown 檔案，或 fiord 內建筆記本的名稱
path = 磁碟上的目錄，用於測試檔案；或一個檔案、區塊裝置
time = 把這段時間分配給各個區塊（90s、20m、2h）
only = 只測量這個區塊；可重複
allow-path = 允許 import 區塊讀取該目錄下的檔案；可重複
html = 把結果寫成帶圖表的網頁 FILE，不更動筆記本
pdf-ready = 使 --html 的頁面可直接列印：A4、淺色，每個值都有附證據的註解
