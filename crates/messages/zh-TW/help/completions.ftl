about = 輸出 shell 自動補齊指令稿
shell = 讀取該指令稿的 shell
