plan-title = 檔案系統太小，容不下這個工作
plan-why = 空間用完的工作會以 ENOSPC 結束。在那之前，測到的是快要寫滿的檔案系統，在上面寫入的其他程式也會沒有空間可用。
plan-advice = 把 size 設小：不超過可用空間的 90%。要傳輸更多資料，把 io_size 設得比 size 大。
plan-example =
    fio --name=w --rw=write --direct=1 --bs=1m --size=4t
    可用空間有 1 TB，而工作需要 4.4 TB。

fills = 因為 fill_device=1，工作會一直寫到可用空間（{ $free }）用完。
needs-too-much = 檔案還需要 { $needed }，但可用空間只有 { $free }。工作會以 ENOSPC 結束。
needs-too-much-or-time = 檔案還需要 { $needed }，但可用空間只有 { $free }。除非執行時間先到，否則工作會以 ENOSPC 結束。
needs-nearly-all = 可用空間有 { $free }，檔案就需要 { $needed }。工作會幾乎寫滿檔案系統。
of-jobs-before = 所需空間中有 { $others } 用於此工作之前各工作的檔案。
