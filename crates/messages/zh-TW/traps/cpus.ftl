machine-title = 可用的 CPU 受限
machine-why = 工作能用的 CPU 比機器的少。
machine-advice = numjobs 不要超過可用的 CPU 數。
machine-example = 16 個 CPU 中只能使用 2 個。

unknown = CPU 數不明。
fewer = { $online } 個 CPU 中只能使用 { $allowed } 個。
all = 機器有 { $online } 個 CPU。
all-of-model = 機器有 { $online } 個 CPU（{ $model }）。
