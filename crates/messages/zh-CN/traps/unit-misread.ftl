plan-title = fio 对单位的理解不同
plan-why = fio 会接受该单位而不作提示，运行的却是另一个作业：30sec 是 30 微秒，4KiB 是 4000 字节。
plan-advice = 1024 的幂用 k、m、g、t，时间用 us、ms、s、m、h、d。
plan-example =
    fio --name=r --filename=warm --rw=randread --bs=4k --direct=1 --size=2G --runtime=30sec --time_based
    这个作业只运行 30 微秒。

run-title = 延迟的单位有误
run-why = IOPS 乘以平均延迟等于在途 I/O 数（Little 定律），不可能超过作业的队列深度。数值若不符合这一规律，至少有一个是错的。
run-advice = 在 fio 自己的输出中核对单位。单位写在每个延迟行的标题里，每次运行都可能不同。
run-example =
    fiord explain --seen iops=4312+1852,lat=7-10us fio --name=m --filename=cold --ioengine=libaio --direct=1 --iodepth=64 --rw=randrw --rwmixread=70 --bs=4k --size=2G
    6,164 IOPS、64 个在途 I/O 要求平均延迟为 10.4 ms。延迟很可能是 7 到 10 ms，误看成了 µs。

option-read = fio 把 { $option }={ $written } 读作 { $read }。
swapped-base = 在 fio 中，`kib` 是 1000，`k` 是 1024。
fraction = fio 读到小数点就停止，并忽略单位。
hex-unit = fio 忽略十六进制数后面的单位。
ignored = fio 忽略数字后面的文字。
time-unit = fio 不认识这个时间单位，按微秒计。

contradiction = { $iops } IOPS、{ $depth } 个在途 I/O 要求平均延迟为 { $needed }。给出的延迟 { $given } 意味着有 { $held } 个在途 I/O。
probably-unit = 延迟很可能是 { $meant }（把 { $unit } 看成了 { $typed }）。按此延迟计算，在途 I/O 为 { $held } 个。
probably-longer = 延迟很可能是 { $meant }：正确的单位是所给单位的 { $factor } 倍。按 { $meant } 计算，在途 I/O 为 { $held } 个。
probably-shorter = 延迟很可能是 { $meant }：所给单位是正确单位的 { $factor } 倍。按 { $meant } 计算，在途 I/O 为 { $held } 个。

blocks = 带宽 ÷ IOPS 为每个 I/O { $implied }，而作业的块大小为 { $own }。
bytes-as-bits = 很可能把字节看成了比特。
bits-as-bytes = 很可能把比特看成了字节。
thousand-too-small = 很可能把 MB/s 看成了 kB/s，或把千 IOPS 看成了 IOPS。
thousand-too-large = 很可能把 kB/s 看成了 MB/s，或把 IOPS 看成了千 IOPS。

why-blocks = 带宽等于 IOPS 乘以块大小。数值若不符合这一规律，至少有一个是错的。

advice-option = 设置 { $option }={ $meant }。
advice-no-unit = 核对两个数值是否都是同一次运行、全部工作线程和读写方向的平均值。只换一个单位解释不了这个差异。
advice-blocks = 在 fio 自己的输出中核对两个数值，并确认二者属于同一方向（读或写）。
