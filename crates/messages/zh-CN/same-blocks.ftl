clones-at-same-offsets = { $workers } 个工作线程从同一偏移量开始，顺序{ $moves ->
    [read] 读
    [write] 写
   *[mixed] 读写
 }同一个{ $place ->
    [file] 文件
   *[device] 设备
 }。
clones-in-same-region = { $workers } 个工作线程在同一区域内随机{ $moves ->
    [read] 读
    [write] 写
   *[mixed] 读写
 }同一个{ $place ->
    [file] 文件
   *[device] 设备
 }。
clones-in-overlapping-regions = { $workers } 个工作线程{ $moves ->
    [read] 读
    [write] 写
   *[mixed] 读写
 }同一个{ $place ->
    [file] 文件
   *[device] 设备
 }，它们的区域有重叠（offset_increment 小于区域大小）。
clones-in-same-region-partly-in-sequence = { $workers } 个工作线程在同一区域内以随机的 rw 模式{ $moves ->
    [read] 读
    [write] 写
   *[mixed] 读写
 }同一个{ $place ->
    [file] 文件
   *[device] 设备
 }。尽管 rw 模式是随机的，其中的{ $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }操作从同一偏移量开始顺序进行。
distinct = 只有 { $share } 的字节互不相同。
distinct-at-most = 最多 { $share } 的字节互不相同。

met = { $workers } 个工作线程共{ $moves ->
    [read] 读取
    [write] 写入
   *[mixed] 读写
 } { $issued }，但互不相同的块只有 { $distinct }（{ $share }）。
met-in-file = { $workers } 个工作线程共{ $moves ->
    [read] 读取
    [write] 写入
   *[mixed] 读写
 } { $issued }，但在 { $path } 中互不相同的块只有 { $distinct }（{ $share }）。
met-in-files = { $workers } 个工作线程共{ $moves ->
    [read] 读取
    [write] 写入
   *[mixed] 读写
 } { $issued }，但在 { $files } 个文件中互不相同的块只有 { $distinct }（{ $share }）。
uncounted = 互不相同的块的字节数是根据各工作线程的偏移量范围推算的，并非实际计数：{ $reason }。
