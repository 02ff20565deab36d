about = 輸出一個 fiord 內建的筆記本
name = 它在 `fiord notebook list` 中的名稱
exercise = 不輸出答案
