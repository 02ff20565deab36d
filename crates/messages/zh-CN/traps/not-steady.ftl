run-title = 未达到稳态
run-why = 运行更久，结果会不同。
run-advice = 延长运行时间，并用 ramp_time 跳过不稳定的开头；或一轮一轮地重复测量，直到速率稳定。
run-example = 最后五轮的极差为平均值的 31%，SNIA 只允许 20%。

snia = 按 SNIA 规则（五轮，每轮 { $round } 秒），本次运行{ $steady ->
    [yes] 已达到稳态
   *[no] 未达到稳态
 }：极差为 { $range }（上限 20%），斜率为 { $slope }（上限 10%）。
fio-slope = 按 fio 的 { $criterion } 准则（{ $seconds } 秒），本次运行{ $steady ->
    [yes] 已达到稳态
   *[no] 未达到稳态
 }：斜率为每秒 { $slope }%（上限 { $limit }%）。
fio-deviation = 按 fio 的 { $criterion } 准则（{ $seconds } 秒），本次运行{ $steady ->
    [yes] 已达到稳态
   *[no] 未达到稳态
 }：偏差为 { $deviation }（上限 { $limit }%）。
