machine-title = 进程或内核的限制过低
machine-why = 队列深度大、文件多或使用注册缓冲区的作业可能超出系统限制而失败。
machine-advice = 运行之前用 ulimit 或 sysctl 调高上限。
machine-example = 本进程最多能锁定 64 KiB 内存。

unknown = 限制未知。
little-locked-memory = 本进程最多能锁定 { $limit } 内存。
few-aio = AIO 请求的上限为 { $max } 个，只剩 { $left } 个。
few-open-files = 本进程最多能打开 { $files } 个文件。
small-files = 本进程写入的文件最大为 { $limit }。
enough = 以下限制足够高：{ $limits }。
locked-memory = 可锁定内存 { $limit }
locked-memory-unlimited = 可锁定内存不限
aio = AIO 请求 { $left } 个
open-files = 可打开文件 { $files } 个
open-files-unlimited = 可打开文件数不限

advice-little-locked-memory = 运行使用 lockmem 或 fixedbufs 的作业之前，先执行 `ulimit -l unlimited`。
advice-few-aio = 运行使用 ioengine=libaio 的作业之前，请用 sysctl 调高 fs.aio-max-nr。
advice-few-open-files = 用 `ulimit -n` 调高上限。
advice-small-files = 执行 `ulimit -f unlimited`。
