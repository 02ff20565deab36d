plan-title = 没有可用的目标文件或设备
plan-why = 作业最迟在第一个 I/O 时就会出错结束。
plan-advice = 设置 size= 以创建新文件，或使用当前用户有权打开的文件或设备。
plan-example =
    fio --name=r --filename=fresh --rw=randread --direct=1 --bs=4k
    该文件不存在，也没有选项指定它的大小。

named-like-a-device = 作业名为 { $path }，又没有设置 filename=。fio 会把同名设备当作测试目标；fiord 拒绝这样做。
directory = { $path } 是目录。
unreadable = 无法打开 { $path } 进行读取。
read-only = 无法写入 { $path }：其文件系统以只读方式挂载。
unwritable = 无法写入 { $path }：当前用户没有权限。
missing = { $path } 不存在，也没有设置 size。
not-to-be-made = { $path } 不存在，而且不允许作业创建它（allow_file_create=0）。
no-data-to-verify = 作业要校验 { $path }，但这个文件不存在。作业会创建该文件，其中的数据无法通过校验。
no-device = { $path }：没有此设备。
part-of-nothing = { $path } 不存在，而 size={ $percent }% 要按已有文件的大小计算。
empty = { $path } 是空文件，也没有设置 size。
behind-end = 偏移量达到或超过 { $path } 的末尾，也没有设置 size。
smaller-than-block = 作业不做任何 I/O：它在 { $path } 中的部分小于一个块。
no-medium = { $path } 是大小为 0 字节的块设备。

advice-named-like-a-device = 换一个作业名。如果测试目标就是该设备，设置 filename=。
advice-directory = 把 directory= 设为该路径，或把 filename= 设为其中的文件。
advice-unreadable = 以有读权限的用户运行，或使用其他文件或设备。
advice-read-only = 使用以读写方式挂载的文件系统上的文件，或者只读取已有文件。
advice-unwritable = 以有写权限的用户运行，或使用其他文件或设备。
advice-no-device = 使用已有的设备（用 `lsblk` 列出）。fio 会在此路径创建一个位于内存中的文件；fiord 拒绝这样做。
advice-part-of-nothing = 把 size= 设为字节数，或先创建文件。
advice-behind-end = 使用较小的偏移量，或设置 size= 使文件变大。
advice-smaller-than-block = 使用更小的块，或调大 size。设置了 nrfiles 时，size 平均分给各个文件。
advice-not-to-be-made = 先创建文件，或去掉 allow_file_create。
advice-no-data-to-verify = 先用相同的 verify 选项写入该文件，或去掉 verify。
advice-no-medium = 给该设备接上存储或后备文件，或使用其他设备。作业的选项无法改变设备的大小。
