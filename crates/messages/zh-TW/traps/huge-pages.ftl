machine-title = 記憶體保留給大型分頁
machine-why = 保留給大型分頁（huge page）的記憶體不能當作頁面快取。設定了 iomem=…huge 的工作需要大型分頁。
machine-advice = 把 vm.nr_hugepages 設為工作所需的數量。
machine-example = 一半的記憶體保留給了大型分頁。

unknown = 保留給大型分頁的記憶體量不明。
reserved = 有 { $reserved } 記憶體保留給了大型分頁。
transparent = 透明大型分頁（THP）的模式為 { $mode }。
transparent-unknown = 透明大型分頁（THP）的模式不明。
