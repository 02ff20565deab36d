about = 测量某项内核设置是否有用：轮流试用其值，比较，恢复
words = 先写设置及其值，再写目录、文件或设备，最后写作业（同 `fiord run`）：fio 选项或作业文件
time = 设置总时限（60s、5m、2h；默认 2m，比较需要更久时自动延长）；可以判定时提前结束
after =
    需要 root 权限。fiord 设置一种取值组合，测量，然后恢复原值。如果作业和设置允许（至少需要直接 I/O，且只改 read_ahead_kb 以外的磁盘设置），各组合在一次运行中轮流进行，每段 0.25 秒。否则运行分轮进行，每轮以随机顺序将每个组合各测量一次。如果 fiord 被强行终止，用 `fiord doctor --restore` 恢复原值。每个设置的第一个值是基准。
    PATH 的存储栈中最上层磁盘的设置：scheduler、read_ahead_kb、nr_requests、nomerges、rq_affinity、wbt_lat_usec、io_poll、max_sectors_kb、write_cache、rotational。
    主机的设置：vm.dirty_ratio、vm.dirty_bytes、vm.dirty_background_ratio、vm.dirty_background_bytes、vm.dirty_expire_centisecs、vm.dirty_writeback_centisecs、vm.swappiness、transparent_hugepage、governor。
    PATH 所在挂载点的选项，通过重新挂载更改：atime（relatime、noatime、strictatime）；ext4 还有 barrier、discard、lazytime（0、1）和 commit（秒）。
    write_cache="write through" 和 barrier=0 使内核不再让该设备刷盘，所有程序都受影响。两者都需要 --allow-no-flush：write_cache 指定 DEVICE，barrier 指定挂载点。--allow-destroy 不包含 --allow-no-flush：前者允许作业覆盖其目标，后者使其他程序的数据面临风险。
    没有 filename 的作业读取 PATH。PATH 是目录时，作业使用其中的一个测试文件，结束后删除。
    例如：fiord try read_ahead_kb=128,4096 /srv/db --rw=read --bs=4k --direct=0
