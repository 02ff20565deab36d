nothing = 测得的是：无。
generator = 测得的是：负载生成器本身。
simulated = 测得的是：模拟设备，时间为虚拟时间。
operations = 测得的是：不搬运数据的操作。
unknown = 测得的是：未知。
disk = 测得的是：磁盘（{ $devices }）。
memory-disk = 测得的是：以磁盘形式出现的内存（{ $devices }）。
same-blocks = 测得的是：对同一批块的重复 I/O。
disk-disturbed = 测得的是：磁盘（{ $devices }），但受到干扰（{ $causes }）。
memory-disturbed = 测得的是：以磁盘形式出现的内存（{ $devices }），但受到干扰（{ $causes }）。
disturbance = { $rule } { $share }
instead = 测得的是：{ $instead ->
    [memory] 内存
    [cache] 缓存
    [cache-below] 页缓存下面的缓存
    [backing-file] 后备文件的页缓存
    [no-device] 没有到达任何设备的 I/O
    [holes] 空洞
    [limit] 限速值
   *[generator] 负载生成器
 }，不是磁盘。
mostly-instead = 测得的是：大部分是{ $instead ->
    [memory] 内存
    [cache] 缓存
    [cache-below] 页缓存下面的缓存
    [backing-file] 后备文件的页缓存
    [no-device] 没有到达任何设备的 I/O
    [holes] 空洞
    [limit] 限速值
   *[generator] 负载生成器
 }，小部分是磁盘。
partly-instead = 测得的是：一部分是{ $instead ->
    [memory] 内存
    [cache] 缓存
    [cache-below] 页缓存下面的缓存
    [backing-file] 后备文件的页缓存
    [no-device] 没有到达任何设备的 I/O
    [holes] 空洞
    [limit] 限速值
   *[generator] 负载生成器
 }，一部分是磁盘。
instead-for-writes = 测得的是：写入部分是{ $instead ->
    [memory] 内存
    [cache] 缓存
    [cache-below] 页缓存下面的缓存
    [backing-file] 后备文件的页缓存
    [no-device] 任何设备都没有收到的数据
    [holes] 空洞
    [limit] 限速值
   *[generator] 负载生成器
 }，读取部分是磁盘。
instead-for-reads = 测得的是：读取部分是{ $instead ->
    [memory] 内存
    [cache] 缓存
    [cache-below] 页缓存下面的缓存
    [backing-file] 后备文件的页缓存
    [no-device] 不是由任何设备提供的数据
    [holes] 空洞
    [limit] 限速值
   *[generator] 负载生成器
 }，写入部分是磁盘。

of-jobs = 以上针对 { $count } 个作业：{ $jobs }。
others-on-disk = 另有 { $count } 个作业测得的是磁盘（{ $devices }）：{ $jobs }。
others-in-memory = 另有 { $count } 个作业测得的是以磁盘形式出现的内存（{ $devices }）：{ $jobs }。

no-io = 没有完成任何 I/O。
null-engine = ioengine=null 不做 I/O。
operations-without-bytes = 每个 I/O 是引擎对文件、目录或 CPU 的一次操作，其字节数没有意义。
no-counters = 本次运行没有读取内核计数器。
commands = 作业直接发给设备的命令，内核不计数。
copies = 访问持久内存靠的是 CPU 复制，内核不统计这些复制。
flash = 内核没有裸闪存的计数器。
no-device = 目标下面没有已知的块设备。
loop-cache = 写入的数据可能仍在 loop 设备后备文件的页缓存中。
delivered = 读取 { $issued }，其中 { $share } 由设备提供。
wrote = 下发 { $issued }，设备写入 { $written }。
# The device wrote more than $written, for others.
wrote-for-run = 本次运行下发了 { $issued }，设备为此写入了 { $written }。

reason-nothing-done = 没有完成任何 I/O。
reason-traps = { $traps }。
reason-no-counters = 缺少内核计数器，数据路径未知。
reason-all-passed = 所有检查均通过。等级 A 需要分两天共运行十次。
