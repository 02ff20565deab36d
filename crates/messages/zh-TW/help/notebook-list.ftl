about = 列出 fiord 內建的筆記本
