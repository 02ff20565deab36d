run-title = 工作线程因出错而结束
run-why = 结果只包含出错之前的部分。
run-advice = 排除原因后重新运行。
run-example = 64 MiB 只写到 16 MiB：设备空间不足（No space left on device）。

only-worker = 工作线程失败：{ $error }。
some-workers = { $workers } 个工作线程中有 { $failed } 个失败：{ $error }。
