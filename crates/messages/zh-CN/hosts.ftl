### 在 MPI 启动器的所有主机上运行（--hosts）。

## rank 及其状况

ranks-on = rank { $numbers }（共 { $ranks } 个，在 { $hosts } 上）
more-hosts = { $named } 及另外 { $more } 台主机
complaint = { $ranks }：{ $why }
lost = 失去 { $ranks }，对应 { $processes } 个进程（{ $pids }）。
none-started = 没有 rank 启动。
worker-failed = { $host } 上的 rank { $rank }：工作线程 { $worker }：{ $error }
worker-failed-at = { $host } 上的 rank { $rank }：工作线程 { $worker }：{ $place }：{ $error }

## 进度

run-of = 第 { $run } 次运行，共 { $all } 次
run-result = { $headline }等级 { $grade }：{ $reason }
laying-out = 正在填充测试文件（{ $size }）
progress-ranks = { $ranks } 个 rank
progress-phase = 第 { $phase } 阶段
progress-prepared = { $prepared } 个已就绪
progress-done = { $done } 个已完成

## 无法继续一起运行的 rank

on-host = --hosts：在 { $host } 上：{ $problem }
late = { $verb }：{ $seconds } 秒内未等到所有 rank
no-answer = --hosts：{ $host } 上的 rank { $rank } 没有应答；测量停止
rank-0-silent = --hosts：在 { $host } 上：rank 0 没有应答；本 rank 退出
no-clock-request = rank 0 没有查询 rank { $rank } 的时钟
no-reporter = --hosts：无法启动在有 rank 被强行终止时输出结果的进程（{ $error }）；没有这个进程，运行仍会继续
no-thread = 无法启动测量线程
too-long = 有一条消息超过 2 GiB
wrong-thread = MPI 不是在此线程中启动的，或启动了两次
rank-0-not-understood = rank 0 发来的消息，本 rank 无法理解
other-command-line = 命令行是 `{ $here }`，而 rank 0 的是 `{ $first }`
other-file = { $file } 与 rank 0 的不同
other-includes = 作业文件包含的文件与 rank 0 的不同
rank-not-understood = rank { $rank } 运行的是别的程序或别的版本：无法理解它的第一条消息
other-versions = 各主机的版本不同：{ $versions }；请在所有主机上安装同一版本
unreadable-job = 无法读取作业
no-job = 命令行没有要运行的作业
simulated = 作业 `{ $job }`：ioengine=sim 使用虚拟时间，各主机无法共用；请改用其他引擎

## 选项

only-with-hosts = { $option }：仅与 --hosts 一起使用时有效
looks-at-one-machine = { $option }：--hosts 不支持此选项，因为它只查看一台机器；请去掉 --hosts，在一台主机上运行作业
compares-later = { $option }：--hosts 不支持此选项；请分别存储两边的多次运行（先 --repeat 6 --save before，再 --save after），然后用 `fiord compare before after`
shows-each-host = { $option }：--hosts 不支持此选项；请用 --json，其中每台主机各有一份运行结果
not-with-hosts = { $option }：--hosts 不支持此选项；请去掉其中之一
unknown-host = --filename-on={ $host }：该主机上没有 rank；请用以下主机之一：{ $hosts }
host-named-twice = --filename-on={ $host }：出现了 { $times } 次；只能使用一次

shift-on-one-host = --shift-reads：所有 rank 都在同一台主机上，共用页缓存；请在另一台主机上也启动 rank
shift-uneven = --shift-reads：各主机的 rank 数不同，从 { $fewest } 到 { $most }；请在每台主机上使用相同的数目
shift-same-data = --shift-reads：所有 rank 的数据相同；请加上 --spread=files 或 --spread=stripes
shift-verifies = --shift-reads：作业 `{ $job }` 无法校验其他 rank 写入的数据，因为每个 rank 的种子不同；请去掉 verify= 或 --shift-reads
stripes-no-size = --spread=stripes：作业 `{ $job }` 没有以字节表示的大小；请把 size= 设为每个 rank 所用部分的大小
stripes-no-file = --spread=stripes：作业 `{ $job }` 没有文件；请把 filename= 设为所有 rank 共用的文件
stripes-offset = --spread=stripes：作业 `{ $job }` 的偏移量不以字节表示；请以字节设置 offset= 和 offset_increment=
files-not-a-file = --spread=files：作业 `{ $job }` 使用 { $path }，它不是文件；请使用文件，或 --spread=stripes
files-found = --spread=files：作业 `{ $job }` 使用找到的所有文件（opendir），各 rank 无法使用不同的文件；请去掉 opendir

wear-no-runtime = --wear-out：没有作业设置了 runtime；请设置 runtime= 作为截止时间，并去掉 time_based
wear-time-based = --wear-out：作业 `{ $job }` 设置了 time_based：工作线程到测试区域末尾后从头再来，进度无法比较；请去掉 time_based 或 --wear-out
wear-mode = --wear-out：作业 `{ $job }` 为 rw={ $mode }；请用 read、write、randread 或 randwrite，不带 :N
wear-sizes = --wear-out：作业 `{ $job }` 有多种块大小，工作线程无法都停在相同的字节数；请只设一个 bs=
wear-files = --wear-out：作业 `{ $job }` 使用多个文件；请让每个工作线程使用一个文件
wear-no-data = --wear-out：作业 `{ $job }` 的引擎不传输数据；请改用其他引擎
wear-option = --wear-out：作业 `{ $job }` 设置了 { $option }，它不能与 --wear-out 一起使用；请去掉其中一个

## MPI 插件

plugin-static = 此 fiord 为静态链接，无法加载 MPI 等库；请使用基于 glibc 的构建（`cargo build --release`），见 docs/many-hosts.md
plugin-missing = MPI 插件：在 { $places } 没有找到；请用与 mpirun 配套的 mpicc 构建（`{ $build }`），再复制到上述位置，或设置 { $variable }
plugin-missing-at-variable = MPI 插件：在 { $path } 没有找到（由 { $variable } 设置）；请用与 mpirun 配套的 mpicc 构建（`{ $build }`）
plugin-not-loaded = { $path }：{ $why }；请在此主机上安装插件所用的 MPI 库，或重新构建插件（`{ $build }`）
plugin-foreign = { $path }：不是 fiord 的 MPI 插件，因为其中没有函数 { $function }；请构建 fiord 的插件（`{ $build }`）
plugin-version = { $path }：MPI 插件的接口版本为 { $found }，而此 fiord 需要 { $needed }；请用此 fiord 的源代码重新构建（`{ $build }`）
mpi-not-started = { $path }：MPI 未能启动：{ $why }
other-mpi = { $path }：插件使用的 MPI（{ $library }）与启动器的不同，启动器启动了 { $launched } 个 rank（{ $variable }）；请用启动器的 mpicc 重新构建（`{ $build }`）
other-mpi-slurm = { $path }：插件使用的 MPI（{ $library }）与启动器的不同，启动器启动了 { $launched } 个 rank（{ $variable }）；请用启动器的 mpicc 重新构建（`{ $build }`），或换用其他 `srun --mpi=`：Open MPI 用 pmix，MPICH 用 pmi2
