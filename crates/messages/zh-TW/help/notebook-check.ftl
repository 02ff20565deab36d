about = 根據結果庫檢查筆記本的主張；有主張被否定時以 1 結束，有主張未定時以 3 結束
files = Markdown 檔案
md = 以 Markdown 輸出全部結論的表
verify = 從儲存的記錄重新計算所有數值，並列出文字中不一致或手動輸入的數值
html = 把筆記本寫成帶圖表的網頁 FILE
pdf-ready = 使 --html 的頁面可直接列印：A4、淺色，每個值都有附證據的註解
