plan-title = 多个工作线程读同一个文件的相同块
plan-why = 第一个工作线程可能把数据读入缓存，其余线程再从缓存读取。即使磁盘只读了一次，合计时同一个块也按线程各计一次。
plan-advice = 设置 offset_increment 和 size，使每个工作线程读自己的部分；或者在远大于各级缓存的区域上做随机读。
plan-example =
    fio --name=r --filename=cold --rw=read --ioengine=libaio --iodepth=8 --direct=1 --bs=1m --size=15G --numjobs=8
    八个工作线程同时从头到尾读相同的 15 GiB。

run-title = 多个工作线程读同一个文件的相同块
run-why = 第一个工作线程可能把数据读入缓存，其余线程再从缓存读取。各线程速率之和可能高于磁盘的吞吐量。
run-advice = 设置 offset_increment=SIZE，使每个工作线程有自己的部分。
run-example = numjobs=16、filename=/data/f、rw=read：16 × 100 MiB 都读自相同的 100 MiB。

clones-sequential = 互不相同的字节{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 个工作线程顺序读同一个{ $on-device ->
    [yes] 设备
   *[no] 文件
 }的同一区域。
clones-random = 互不相同的字节{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 个工作线程随机读同一个{ $on-device ->
    [yes] 设备
   *[no] 文件
 }的同一区域。
clones-undrawn = 互不相同的字节{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 个工作线程共用同一个{ $on-device ->
    [yes] 设备
   *[no] 文件
 }的同一区域，并以相同的偏移量顺序读取。
clones-shifted = 互不相同的字节{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 个工作线程读同一个{ $on-device ->
    [yes] 设备
   *[no] 文件
 }的重叠区域，因为 offset_increment 小于每个工作线程的区域。
met = { $workers } 个工作线程共读取 { $issued }，互不相同的块只有 { $distinct }（{ $share }）。
met-in-files = { $workers } 个工作线程共读取 { $issued }，只涉及 { $files ->
    [one] { $file } 中的
   *[other] { $files } 个文件中的
 } { $distinct } 互不相同的块（{ $share }）。
met-inferred = 该占比是根据各工作线程的范围推断的，没有实际计数：{ $reason }。
