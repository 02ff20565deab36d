assertions = 斷言
hosts = 多主機
layers = 核心層
live = 執行期間
output = 輸出
repeats = 重複與比較
store = 結果庫
