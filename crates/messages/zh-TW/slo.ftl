limits = 限值：{ $limits }，從每個 I/O 排定的開始時間算起。I/O 隨機到達（卜瓦松過程）。

found = { $cell }：最多 { $rate } IOPS，{ $level } 信賴區間 { $low } 至 { $high }（執行 { $runs } 次）。
jump = { $cell }：最多約 { $rate } IOPS（執行 { $runs } 次）。延遲在此處驟增：到 { $low } IOPS 為止滿足限值，在 { $high } IOPS 時超出限值。
unfinished = { $cell }：在 { $low } 和 { $high } IOPS 之間（執行 { $runs } 次，不足以得出信賴區間）。
never = { $cell }：在所有測過的速率下，都不滿足限值。在最低的 { $rate } IOPS（不限速時的 { $share }）下，限值所針對的延遲為 { $latency }（{ $runs } 次執行的中位數）。
always = { $cell }：所有測過的速率都滿足限值，最高到 { $rate } IOPS。即使不限速，工作也不會更快。
always-but-few = { $cell }：到最高的測試速率 { $rate } IOPS 為止滿足限值，但執行 { $runs } 次中有 { $exceeded } 次超出限值。即使不限速，工作也不會更快。
undecided = { $cell }：未定，因為結果隨每次執行而變。在 { $held } IOPS 下滿足限值，在 { $exceeded } IOPS 下超出限值。
undecided-held = { $cell }：未定。在 { $held } IOPS 下滿足限值，更高的速率測試次數不足。
undecided-exceeded = { $cell }：未定。在 { $exceeded } IOPS 下超出限值，更低的速率測試次數不足。
failed = { $cell }：有一次執行失敗，因此得不出結果。
no-latency = { $cell }：有一次執行沒有記錄到限值所針對的延遲，因此得不出結果。請修正限值，或延長執行時間。
not-measured = { $cell }：未測量。

free = 不限速時工作達到 { $rate } IOPS。
near = 速率比該速率低不超過 10% 的 { $below } 次執行中，有 { $held_below } 次滿足限值；速率比該速率高不超過 10% 的 { $above } 次執行中，有 { $held_above } 次滿足限值。
accidents = 與該速率相差超過 10% 的 { $runs } 次執行與之矛盾：速率較低時超出限值，或速率較高時滿足限值。
wide = 信賴區間比 ± { $half_width } 寬：各次執行相差太大。請延長執行時間。
share-broken = 搜尋之後以最高速率的 { $share } 執行，{ $runs } 次執行中只有 { $held } 次滿足限值。各次執行的速度不同。請把最高速率視為上限。
thin = 有的執行中，高於限值百分位的 I/O 不到十個。請延長執行時間。
invalid = { $runs } 次執行中有 { $invalid } 次無效：測到的不是磁碟。
disturbed = 執行 { $runs } 次中有 { $disturbed } 次受到干擾：磁碟上有其他 I/O，或等待 CPU。

head-cell = 組合
head-share = 負載
at-shares = 以最高速率的不同比例執行時的延遲
chart-hint = 圖表：{ $command }

chart = { $cell }：延遲與到達速率
chart-latency = 離限值最近的延遲
chart-rate = 最高速率

running-free = { $cell }：第 { $run } 次執行，不限速
running-at = { $cell }：第 { $run } 次執行，{ $rate } IOPS
ran-free = { $cell }：不限速時 { $rate } IOPS
ran-held = { $cell }：{ $rate } IOPS，{ $latency }，滿足限值
ran-failed = { $cell }：{ $rate } IOPS，{ $latency }，未滿足限值
ran-saturated = { $cell }：{ $rate } IOPS，已飽和，未滿足限值
ran-nothing = { $cell }：沒有測到限值所針對的延遲

paced = --slo：這個工作已用 { $option } 自行設定速度；請去掉該選項
no-such-io = --slo：受測工作沒有適用 { $limit } 的 I/O；請為工作實際執行的 I/O 設定限值
no-hosts = --slo：不支援與 --hosts 一起使用；請去掉其中之一

need-pass = { $need }：在此負載下，滿足延遲限值。
need-fail = { $need }：這個工作無法在滿足延遲限值的同時達到此負載。
need-whole = 所有工作合計，需要的負載為 { $rate } IOPS。
need-undecided = { $need }：從這些執行看不出在此負載下是否滿足延遲限值。延長執行時間可能有幫助。
need-invalid = { $need }：超過三分之一的執行無效，因此不做判斷。
