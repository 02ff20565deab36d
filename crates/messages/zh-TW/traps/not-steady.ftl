run-title = 未達穩態
run-why = 執行得更久，結果就會不同。
run-advice = 延長執行時間，並用 ramp_time 略過不穩定的開頭；或一輪一輪重複測量，直到速率穩定。
run-example = 最後五輪的全距是平均值的 31%，SNIA 只允許 20%。

snia = 依 SNIA 規則（五輪，每輪 { $round } 秒），這次執行{ $steady ->
    [yes] 已達穩態
   *[no] 未達穩態
 }：全距為 { $range }（上限 20%），斜率為 { $slope }（上限 10%）。
fio-slope = 依 fio 的 { $criterion } 準則（{ $seconds } 秒），這次執行{ $steady ->
    [yes] 已達穩態
   *[no] 未達穩態
 }：斜率為每秒 { $slope }%（上限 { $limit }%）。
fio-deviation = 依 fio 的 { $criterion } 準則（{ $seconds } 秒），這次執行{ $steady ->
    [yes] 已達穩態
   *[no] 未達穩態
 }：偏差為 { $deviation }（上限 { $limit }%）。
