machine-title = 文件系统压缩
machine-why = 可压缩的数据不会全量写入，结果因数据而异。
machine-advice = 使用不可压缩的数据（refill_buffers=1），或对该文件关闭压缩。
machine-example = /home 使用 zstd:3 压缩。

compressed = { $mount } 使用 { $algorithm } 压缩。
