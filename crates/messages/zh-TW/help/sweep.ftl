about = 依序改變區塊大小（bs）、佇列深度或工作數來測量；找出效益開始遞減的點
bs = 設定區塊的大小（bs）：清單（如 4k,64k,1m）或逐次加倍的範圍（如 4k..1m）
iodepth = 設定佇列深度（iodepth）；未另設引擎時使用 libaio
numjobs = 設定工作執行緒數（numjobs）
rw = 設定 I/O 模式，例如 randread,randrw；只有一個時用於所有執行
rwmixread = 設定讀取的百分比，例如 70,50；只有一個時用於所有執行
slo = 尋找符合此延遲限值的最高到達速率，例如 p99<5ms。多個限值請重複使用此選項
blocks = 執行 N 輪：每個組合（各因子水準的搭配）每輪執行一次
in-turns = 每一輪只執行一次，所有組合在這次執行中輪流進行，每段 0.25 秒，使磁碟上的其他負載對所有組合的影響相同
no-store = 不儲存結果。這樣的 sweep 中斷後無法繼續
words = 目錄、檔案或裝置，之後是因子（--bs、--depth、--jobs）和任意 fio 選項
after =
    PATH 是目錄、檔案或裝置。如果是目錄，fiord 會在其中建立測試檔案，結束後刪除；如果是檔案，fiord 只讀取該檔案。含寫入的 sweep 會覆寫沒有資料且未被使用的裝置。
    FIO OPTIONS 是 fio 的選項，例如 --rw=randwrite --runtime=10s。預設為 --rw=randread --bs=4k --direct=1 --size=1g --runtime=2s。
    --slo 先不限速執行每個組合，再以 fiord 選定的速率執行（I/O 隨機到達，卜瓦松過程），最後在符合限值的最高速率的 50%、80% 和 95% 下執行。未另設時使用 libaio 和佇列深度 128。
    用 `fiord study resume` 繼續中斷的 sweep。如果 sweep 跨多台主機，用 `fiord study resume --hosts`。
