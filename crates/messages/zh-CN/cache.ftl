column-file = 文件
column-size = 大小
column-cached = 已缓存
column-percent = %
column-dirty = 脏页
column-writeback = 回写中
column-evicted = 已逐出
unknown = 未知
by-mincore = 用 mincore(2) 测得：只能看出页是否在缓存中。既不属于你、你也无权写入的文件一律显示为全部已缓存。

all-needs-root = --all：无法写入 /proc/sys/vm/drop_caches（{ $error }）；在容器之外以 root 身份运行，或不用 --all，改为指定要清除的文件
directory = { $path }：是目录；改为指定其中的文件
not-a-file = 不是文件，也不是块设备；指定一个文件或块设备
cached = { $path }：{ $share } 在页缓存中
not-dropped = { $path }：{ $bytes } 无法从缓存中清除。这些页已被映射、正在使用、又变成脏页，或者位于内存文件系统上。
not-cached = { $path }：{ $bytes } 不在页缓存中，原因未知。可能是内存不足、cgroup 内存限制，或已被逐出。
