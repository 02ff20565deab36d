no-target = 研究需要一个目标；使用目录存放测试文件，或使用供读取的文件或设备
needs-own-files = { $path }：between = { $step } 需要由研究创建的文件；使用目录
not-written = { $path }：会写入的研究从不使用已有的文件；使用目录存放测试文件
not-a-target = { $path }：不是目录、文件或块设备；使用其中之一
needs-file-per-worker = { $path }：该研究的每个工作线程需要各自的文件；使用目录
too-small = { $path }：太小（{ $held }，研究需要 { $needed }）；使用更大的文件或设备，或使用目录
job-size-missing = 作业 { $job }：size 不是以字节表示的；把 size 设为字节数
file-size-missing = 文件 { $file }：没有作业给出以字节表示的大小；为使用该文件的一个作业设置 size
no-room = { $directory }：研究需要 { $needed }，超过可用空间（{ $free }）的 { $percent }%；释放一些空间
no-room-for-ranks = { $directory }：{ $ranks } 个 rank 各需 { $needed }，超过可用空间（{ $free }）的 { $percent }%；释放一些空间
name-taken = 这个名字现在属于另一个文件
not-idle = 磁盘在 { $seconds } 秒内没有空闲下来。研究继续进行。
survey-too-small = { $path }：太小（{ $held }）；使用 { $least } 或更大的文件或设备，或使用目录
no-file-there = { $directory }：无法在其中创建文件
survey-no-room = 可用空间为 { $free }，而 survey 需要 { $needed }；释放一些空间（测试文件至少需要 { $least }，而且最多只能占可用空间的十分之一）
