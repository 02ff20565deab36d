plan-title = 寫入量沒有超出磁碟機內的快取
plan-why = 消費級的快閃記憶體磁碟機能以快取的速度接收幾十 GB，之後會慢好幾倍。全新或剛捨棄過資料（trim）的磁碟機比用過的快。
plan-advice = 先預處理磁碟機（寫入兩倍容量），或寫得夠久，直到測到下降後的速率。請註明測到的是下降前還是下降後的速率。
plan-example =
    fio --name=w --filename=on-nvme --rw=write --direct=1 --bs=1m --size=8G --iodepth=32 --ioengine=libaio
    8 GiB 放得進大多數消費級磁碟機的 SLC 快取。

run-title = 執行中速率發生變化
run-why = 平均值混合了裝置的兩種或多種狀態。會出現哪些狀態，取決於先前的 I/O。
run-advice = 先預處理裝置，再延長執行時間。每種狀態分開報告。
run-example = 前 48 秒為 1,900 MB/s，之後為 430 MB/s：寫入 85 GiB 後，高速快取已滿。

planned = 工作寫入 { $written }，占磁碟機容量的 { $share }。磁碟機的寫入快取可能全部吸收。
cliff = 執行 { $seconds } 秒、傳輸 { $moved } 後，速率降到原來的 { $share }：從 { $before } 降到 { $after }。
warm-up = 前 { $seconds } 秒是暖機階段，之後速率從 { $before } 升到 { $after }。
rise = 執行 { $seconds } 秒後，速率從 { $before } 升到 { $after }。
credits = 執行 { $seconds } 秒後，速率從 { $burst } 降到持平的 { $baseline } IOPS。限速器的爆量額度用完時可能出現這種情況（額度約 { $credits } 個 I/O）。
byte-credits = 執行 { $seconds } 秒後，吞吐量從 { $burst }/s 降到持平的 { $baseline }/s。限速器的爆量額度用完時可能出現這種情況（額度約 { $credits }）。
or-full-cache = 裝置的寫入快取寫滿時也是同樣的現象。
by-chance = 這個持平的速率是個整齊的數字。就算純屬巧合，也有 { $share } 的速率會是整齊的數字。
saw-tooth = 速率每 { $seconds } 秒升降一次，呈鋸齒狀。垃圾回收或過熱降速可能造成這種現象。
drift = 速率每秒漂移 { $percent }%。
unsteady = 速率不穩定，有 { $levels } 個沒有規律的水準（{ $rates }）。
latency-step = { $rose ->
    [yes] 執行 { $seconds } 秒後，平均延遲從 { $before } 升到 { $after }。
   *[no] 執行 { $seconds } 秒後，平均延遲從 { $before } 降到 { $after }。
 }
latency-unsteady = 每秒的平均延遲在 { $least } 和 { $most } 之間，沒有穩定的水準。
