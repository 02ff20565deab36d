machine-title = 空闲内存太少
machine-why = 测试期间内核会回收页面，并把程序换出到 swap。
machine-advice = 停掉占用内存的程序，或等待内存释放。
machine-example = 16 GiB 内存中只有 1% 可用。

unknown = 可用内存未知。
little = { $total } 内存中只有 { $available } 可用（{ $share }）。
enough = { $total } 内存中有 { $available } 可用（{ $share }）。缓冲 I/O 测试需要至少 { $twice } 的文件。
