machine-title = 檔案系統快滿了
machine-why = 檔案系統滿時，新檔案會碎片化；固態硬碟滿時，垃圾回收可用的空間很少。
machine-advice = 測量寫入前先刪除檔案，直到使用率低於 80%。
machine-example = /data 已用 97%。

unknown = { $mount } 的可用空間不明。
no-inode = { $mount } 沒有可用的 inode。
space = { $mount } 已用 { $used }（共 { $total }，可用 { $available }）。
advice-no-inode = 刪除一些檔案：每個檔案占用一個 inode，空檔案也一樣。增加可用空間沒有幫助。
space-reserved = { $mount } 已用 { $used }（共 { $total }，可用 { $available }）。另有 { $reserved } 閒置，但保留給 root。
