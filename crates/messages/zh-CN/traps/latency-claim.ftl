run-title = 延迟的单位写错
run-why = fio 每行输出的单位可能不同。只抄数值不抄单位，可能差 1000 倍。
run-advice = 以 fio 延迟行开头的单位为准，并更正文中的数值。
run-example =
    fiord import report.md
    第 816 行给出的延迟为 7 到 10 µs，但这些运行的平均延迟为 10.3 ms。

given = 第 { $line } 行给出的延迟为 { $latency }，但文中没有任何一次运行是这个延迟。有一次运行的平均延迟为 { $measured }：数值大致相同，单位却是前者的 { $factor } 倍。
given-range = 第 { $line } 行给出的延迟为 { $low } 到 { $high }，但文中没有任何一次运行是这个延迟。有一次运行的平均延迟为 { $measured }：数值接近该范围，单位却是前者的 { $factor } 倍。
