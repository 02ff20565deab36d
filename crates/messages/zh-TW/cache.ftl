column-file = 檔案
column-size = 大小
column-cached = 已快取
column-percent = %
column-dirty = 髒頁
column-writeback = 回寫中
column-evicted = 已逐出
unknown = 未知
by-mincore = 以 mincore(2) 測得：只能看出頁面是否在快取中。既不屬於你、你也無權寫入的檔案，一律顯示為全部已快取。

all-needs-root = --all：無法寫入 /proc/sys/vm/drop_caches（{ $error }）；在容器之外以 root 身分執行，或不用 --all，改為指定要清除的檔案
directory = { $path }：是目錄；改為指定其中的檔案
not-a-file = 不是檔案，也不是區塊裝置；指定一個檔案或區塊裝置
cached = { $path }：{ $share } 在頁面快取中
not-dropped = { $path }：{ $bytes } 無法從快取中清除。這些頁面已映射、正在使用、又變成髒頁，或位於記憶體檔案系統上。
not-cached = { $path }：{ $bytes } 不在頁面快取中，原因不明。可能是記憶體不足、cgroup 記憶體限制，或已遭逐出。
