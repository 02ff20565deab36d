run-title = 两种设置含义相同
run-why = 两者结果的差异反映的是各次运行之间的波动，而不是选项的作用。
run-advice = 把这些运行当作同一设置的重复。要做比较，请选用会改变作业实际行为的设置。
run-example =
    fiord import report.md
    报告中一列为 `direct=1 buffered=0`，另一列为 `direct=0 buffered=0`：两者都等于 direct=1。

twin = 此处的 `{ $mine }` 与第 { $line } 行的 `{ $theirs }` 都等于 { $meaning }。
