about = 輸出 shell 自動補齊指令碼
shell = 讀取該指令碼的 shell
