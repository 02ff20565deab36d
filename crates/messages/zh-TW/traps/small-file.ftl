plan-title = 測試目標太小，看不出磁碟的效能
plan-why = 小範圍可能裝得進頁面快取、實體主機或磁碟機的快取，或磁碟機對映表已快取的部分。結果因此偏高：在快閃記憶體上最多達實際值的兩倍，由頁面快取回應時還要高得多。
plan-advice = 使用數倍於 I/O 路徑上各級快取的範圍：緩衝 I/O 用記憶體兩倍以上的檔案，直接 I/O 用數十 GiB 或整個裝置。
plan-example =
    fio --name=t --filename=cold --ioengine=sync --direct=1 --bs=4k --size=200M --rw=randread
    幾百 MB 的檔案，吞吐量最高可達幾 GB 檔案的兩倍。

of-memory = 測試目標（{ $target }）小於記憶體（{ $memory }）的兩倍，而 direct=0 會使用頁面快取。
touched-of-memory = 依這個分布在快的固態硬碟上估計，工作約存取測試目標中的 { $touched }。這小於記憶體（{ $memory }）的兩倍，而 direct=0 會使用頁面快取。
of-device = I/O 都在 { $target } 的範圍內。
of-device-share = I/O 都在 { $target } 的範圍內（占裝置的 { $share }）。
estimated = 這個大小是估計值：依這個分布，工作在快速固態硬碟上存取的只是測試目標中的這一部分。
estimated-walk = 這個大小是估計值：工作在這段執行時間內於快速固態硬碟上傳輸的位元組數。
advice-skewed = 如果工作要模擬熱點資料，就保留這個分布；否則移除 random_distribution。
