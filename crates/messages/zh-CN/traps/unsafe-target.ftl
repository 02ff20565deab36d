plan-title = 作业会毁掉数据
plan-why = 数据一旦覆盖就无法恢复。
plan-advice = 使用待测文件系统上的文件，或没有数据的设备。若确实要覆盖某个设备，加上 --allow-destroy=DEVICE（设备的任何部分正在使用时都会拒绝）。
plan-example =
    fio --name=/dev/sdb --rw=write --bs=1m --size=1G
    作业名就是一个设备的名字，fio 会把该设备当作目标。

nothing-known-on-it = { $path } 是块设备，没有分区，也没有签名。作业会覆盖其中的数据。
holds-in-use = fiord 拒绝运行该作业。作业会覆盖 { $path }，但该设备正在使用：{ $holdings }。
holds = 没有 --allow-destroy，fiord 拒绝运行该作业。作业会覆盖 { $path }：{ $holdings }。
holds-unknown-data = 作业会覆盖 { $path }：{ $holdings }。fiord 会给出警告，但不拒绝运行该作业。
agreed = 作业会覆盖 { $path }，--allow-destroy 已允许。
agreed-holds = 作业会覆盖 { $path }：{ $holdings }。--allow-destroy 已允许这次覆盖。
not-looked-at = { $path } 是内容未知的块设备。作业可能会覆盖其中的全部数据。
named-like-a-device = 作业名为 { $path }，没有 filename。fio 会把同名设备当作目标。fiord 拒绝运行该作业。

advice-named-like-a-device = 换一个作业名。若确实要用该设备，用 filename= 指定它。
advice-holds-unknown-data = 运行作业前检查设备上的数据。使用待测文件系统上的文件，或没有数据的设备。
advice-agreed = 如果设备上没有需要的数据，无需改动。
