plan-title = fio 對單位的解讀不同
plan-why = fio 會默默接受這個單位，執行的卻是另一個工作：30sec 是 30 微秒，4KiB 是 4000 位元組。
plan-advice = 1024 的次方用 k、m、g、t，時間用 us、ms、s、m、h、d。
plan-example =
    fio --name=r --filename=warm --rw=randread --bs=4k --direct=1 --size=2G --runtime=30sec --time_based
    這個工作只執行 30 微秒。

run-title = 延遲的單位有誤
run-why = IOPS 乘以平均延遲等於在途 I/O 數（利特爾法則），這個數不可能超過工作的佇列深度。數值若不符合這個關係，至少有一個是錯的。
run-advice = 在 fio 自己的輸出中核對單位。單位寫在每個延遲行的標題裡，每次執行都可能不同。
run-example =
    fiord explain --seen iops=4312+1852,lat=7-10us fio --name=m --filename=cold --ioengine=libaio --direct=1 --iodepth=64 --rw=randrw --rwmixread=70 --bs=4k --size=2G
    6,164 IOPS、64 個在途 I/O 所需的平均延遲為 10.4 ms。延遲很可能是 7 到 10 ms，誤看成了 µs。

option-read = fio 把 { $option }={ $written } 讀成 { $read }。
swapped-base = 在 fio 中，`kib` 是 1000，`k` 是 1024。
fraction = fio 讀到小數點就停止，並忽略單位。
hex-unit = fio 忽略十六進位數後面的單位。
ignored = fio 忽略數字後面的文字。
time-unit = fio 不認得這個時間單位，以微秒計。

contradiction = { $iops } IOPS、{ $depth } 個在途 I/O 所需的平均延遲為 { $needed }。給定的延遲 { $given } 相當於 { $held } 個在途 I/O。
probably-unit = 延遲很可能是 { $meant }（把 { $unit } 看成了 { $typed }）。以此延遲計算，在途 I/O 為 { $held } 個。
probably-longer = 延遲很可能是 { $meant }：正確的單位是所給單位的 { $factor } 倍。以 { $meant } 計算，在途 I/O 為 { $held } 個。
probably-shorter = 延遲很可能是 { $meant }：所給單位是正確單位的 { $factor } 倍。以 { $meant } 計算，在途 I/O 為 { $held } 個。

blocks = 頻寬 ÷ IOPS 為每個 I/O { $implied }，而工作的區塊大小為 { $own }。
bytes-as-bits = 很可能把位元組看成了位元。
bits-as-bytes = 很可能把位元看成了位元組。
thousand-too-small = 很可能把 MB/s 看成了 kB/s，或把千 IOPS 看成了 IOPS。
thousand-too-large = 很可能把 kB/s 看成了 MB/s，或把 IOPS 看成了千 IOPS。

why-blocks = 頻寬等於 IOPS 乘以區塊大小。數值若不符合這個關係，至少有一個是錯的。

advice-option = 設定 { $option }={ $meant }。
advice-no-unit = 核對兩個數值是否都是同一次執行、所有工作執行緒與讀寫方向的平均值。只換一個單位無法解釋這個差異。
advice-blocks = 在 fio 自己的輸出中核對兩個數值，並確認兩者屬於同一方向（讀或寫）。
