run-title = 兩種設定意義相同
run-why = 兩者結果的差異反映的是各次執行之間的波動，不是選項的效果。
run-advice = 把這些執行當成同一設定的重複。要做比較，選用會改變工作實際行為的設定。
run-example =
    fiord import report.md
    報告中有一欄是 `direct=1 buffered=0`，另一欄是 `direct=0 buffered=0`：兩者都等於 direct=1。

twin = 這裡的 `{ $mine }` 和第 { $line } 行的 `{ $theirs }` 都等於 { $meaning }。
