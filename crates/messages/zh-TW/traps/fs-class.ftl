machine-title = 檔案系統帶有快取、寫入時複製或網路
machine-why = 結果包含檔案系統的快取、寫入時複製或網路，direct=1 也不一定能繞過其中的快取。
machine-advice = 在結果中註明檔案系統，或改在 ext4、XFS 上測量，或直接測裝置本身。
machine-example = /tank 是 zfs：寫入時複製檔案系統。

mounted = { $mount } 是 { $fs-type }：{ $fs-class ->
    [disk] 磁碟上的檔案系統
    [copy-on-write] 寫入時複製檔案系統
    [network] 位於另一台機器上的檔案系統
    [host-shared] 實體主機共享的檔案系統
    [overlay] 由多個目錄疊加而成的檔案系統
    [fuse] 由行程提供服務的檔案系統
    [memory] 這是記憶體，不是磁碟
   *[unknown] 種類不明的檔案系統
 }。

why-host-shared = 即使 direct=1，也可能由實體主機的頁面快取回應。
why-overlay = 第一次寫入下層的某個檔案時會複製整個檔案。從這裡可能看不到下面各層。
why-fuse = 每個 I/O 都要往返於提供服務的行程，也可能在那裡快取。
why-memory = 所有結果都只反映記憶體和 CPU 的速度，沒有測到任何磁碟。
advice-memory = 使用待測磁碟上的路徑。`df PATH` 顯示路徑所在的檔案系統。
