about = 顯示已存的執行；判定由其資料重新計算
run = `fiord history` 所列的執行或研究：執行編號、study:ID，或名稱（取該名稱中最新的；run --repeat 則取全部執行）。圖表和頁面也接受用 --json 寫出的 JSON 檔案（run、survey、study、sweep、check、compare、import、ladder、history）
verify = 由記錄重新計算該次執行（使用 --study 時為該研究）的每個數值並比較；有差異時結束碼為 1
study = 顯示研究：RUN 是研究的編號或名稱
svg = 將頁面中的一個圖表輸出為 SVG；名稱不明時列出所有圖表
png = 將頁面中的一個圖表輸出為 PNG：`--png percentiles > p.png`。僅適用於啟用 png 功能的組建
plot = 以文字繪製頁面中的一個圖表，或全部圖表
