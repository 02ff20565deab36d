plan-title = 写测试用了上一次运行留下的文件
plan-why = 第一次运行创建文件并分配空间，本次运行则覆盖它。两次是不同的测试，结果不可比。文件中的旧数据会丢失。
plan-advice = 设置 unlink=1，或每次运行前删除文件。若有意覆盖写，先创建一次文件，并设置 overwrite=1。
plan-example =
    fio --name=w --filename=warm --rw=write --ioengine=sync --direct=0 --end_fsync=1 --size=200M --bs=4k
    文件是上一次运行留下的。该命令的作者在后来的测试中，每次运行前都先删除文件。

exists = { $path } 已存在（{ $size }），将被覆盖。
exist = { $path } 和另外 { $more } 个文件已存在（{ $size }），将被覆盖。
