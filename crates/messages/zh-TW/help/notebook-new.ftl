about = 建立筆記本：輸出 fiord 內建的筆記本，或回答三個問題後產生新的筆記本
name = `fiord notebook list` 所列筆記本的名稱
exercise = 不輸出答案
load = 測量這個工作負載
vary = 改變這個選項
output = 寫入這個新檔案，而不是標準輸出
