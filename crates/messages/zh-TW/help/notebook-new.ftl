about = 開始一個筆記本：輸出 fiord 內建的一個，或回答三個問題
name = 它在 `fiord notebook list` 中的名稱
exercise = 不輸出答案
load = 測量這種工作負載
vary = 改變這一項
output = 寫入這個新檔案，而不是標準輸出
