run-title = 輸出自相矛盾
run-why = 結果中的一些數值可由其他數值推出：頻寬 = 位元組數 / 時間 = IOPS × 區塊大小。如果這些數值對不起來，其中至少有一個是錯的。文字可能在執行之後有人改過。
run-advice = 在原始輸出中核對這個數值，或重新測量。互相矛盾的數值一個都不要採用。
run-example =
    fiord import report.md
    READ: bw=327MiB/s (93.3MB/s), … io=64.0MiB, run=719msec：719 ms 傳輸 64 MiB，應為 93 MB/s。

bandwidths = 同一個{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }頻寬，文字在一處給出 { $printed } MB/s，在另一處給出 { $other } MB/s。
bytes-in-time = 文字給出的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }頻寬為 { $printed } MB/s，但 { $time } 傳輸 { $bytes } 應為 { $computed } MB/s。
ios-in-time = 文字給出的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }速率為 { $printed } IOPS，但 { $time } 完成 { $ios } 次 I/O 應為 { $computed } IOPS。
blocks-per-s = 文字給出的頻寬為 { $printed } MB/s，但 { $iops } IOPS × 區塊大小 { $block } = { $computed } MB/s。
latency-order = { $low } 延遲為 { $latency }，但 { $high } 延遲只有 { $high-latency }。
group-twice = 第 { $line } 行已經印過群組 { $group }：兩個結果中有一個屬於別的群組。
mean-above-max = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }的平均延遲為 { $mean }，但最大延遲只有 { $max }。
block-size = 結果中 { $ios } 個{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 } I/O 共 { $bytes }，與區塊大小 { $block } 不符。
sampled-rate = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }次數除以執行時間為 { $computed } IOPS，但執行中取樣的平均值為 { $sampled } IOPS。
sampled-bandwidth = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }的位元組數除以執行時間為 { $computed }，但執行中取樣的平均值為 { $sampled }。
percentiles-fall = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲 p{ $percent } 為 { $latency }，但 p{ $higher-percent } 只有 { $higher-latency }。
percentile-above-max = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }延遲 p{ $percent } 為 { $latency }，但最大延遲只有 { $max }。
latencies = 結果中有 { $ios } 個{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 } I/O，但延遲資料涵蓋 { $latencies } 個 I/O。
in-flight = 速率 × 平均延遲 = { $in-flight } 個在途 I/O，但 iodepth × numjobs 只有 { $asked }。
utilisation = 磁碟 { $disk } 在執行中有 { $percent }% 的時間處於忙碌，但最多只能是 100%。
bits-and-bytes = 數值相差 8 倍：可能混淆了位元和位元組。
one-digit = 數值相差 10 倍：可能多了或少了一位數字。
why-numbers = 這些數值不可能同時成立：至少有一個是錯的。結果可能在執行之後被改過。
