about = 匯入 fio、iostat、dd 等工具的結果；檢查其中的錯誤；存入結果庫
files = 含有結果的檔案：fio 的任何輸出格式、fio 的日誌、iostat、ping、scp、dd、hdparm、ioping、sysbench、bonnie++、Markdown 表格（docs/import.md）；`-` 代表標準輸入
verbose = 顯示每次執行、每項結論及其原因，以及所有無法辨識的行
