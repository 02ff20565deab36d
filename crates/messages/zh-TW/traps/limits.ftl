machine-title = 行程或核心的限制太低
machine-why = 佇列深度大、檔案多或使用註冊緩衝區的工作，可能超出系統限制而失敗。
machine-advice = 執行之前先用 ulimit 或 sysctl 調高上限。
machine-example = 這個行程最多只能鎖定 64 KiB 記憶體。

unknown = 限制不明。
little-locked-memory = 這個行程最多只能鎖定 { $limit } 記憶體。
few-aio = AIO 請求的上限為 { $max }，只剩 { $left } 個。
few-open-files = 這個行程最多只能開啟 { $files } 個檔案。
small-files = 這個行程寫入的檔案最大為 { $limit }。
enough = 以下限制夠高：{ $limits }。
locked-memory = 可鎖定記憶體 { $limit }
locked-memory-unlimited = 可鎖定記憶體不限
aio = AIO 請求 { $left } 個
open-files = 可開啟檔案 { $files } 個
open-files-unlimited = 可開啟檔案數不限

advice-little-locked-memory = 執行使用 lockmem 或 fixedbufs 的工作之前，先執行 `ulimit -l unlimited`。
advice-few-aio = 執行使用 ioengine=libaio 的工作之前，請用 sysctl 調高 fs.aio-max-nr。
advice-few-open-files = 用 `ulimit -n` 調高上限。
advice-small-files = 執行 `ulimit -f unlimited`。
