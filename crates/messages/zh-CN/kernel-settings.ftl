trying = 每次运行前设置、运行后恢复：{ $settings }。
setting-of-device = { $device } 的 { $setting }
no-flush-warning = 设置 { $setting } 后，内核不再为 { $device } 刷盘。在该值有效期间，断电可能使任何程序已经同步的数据丢失。

no-flush-refused = { $setting }：无论哪个程序同步，内核都不再为 { $device } 刷盘，断电可能丢失已同步的数据；要允许这样做，添加 --allow-no-flush={ $device }
no-place = { $name }：{ $path } 没有这个设置；请使用其他设置或路径
other-device = { $setting }：作业的文件都不在这个设备或挂载点上；使用作业所在磁盘上的路径
no-choice = { $name }={ $value }：不是这个设置的值；可用的有 { $choices }
out-of-range = { $name }={ $value }：不是这个设置的值；使用 { $low } 到 { $high } 之间的数
refused-above-most = { $path }：内核拒绝 { $value }；使用此调度器时最大为 { $most }
no-effect-of-write = { $path }：内核把 { $value } 改成了 { $now }；使用内核会原样保留的值，以及互不影响的设置
changed-meanwhile = { $path }：某次运行需要 { $value }，其他程序却在运行期间设置了 { $now }；停掉该程序再重新运行
needs-root = 内核设置：更改需要 root 权限；以 root 身份运行
changes-pending = 内核设置：先前由 --fix、try 或研究做出的更改仍然有效；先运行 `{ $command }`
running = 内核设置：pid { $pid } 正在运行并使用这些设置（`{ $command }`）；等它结束，或停止它
not-restored = 内核设置：未恢复或只恢复了一部分；运行 `{ $command }`

# 为什么不使用撤销日志。
journal-is-link = 是符号链接
journal-not-regular = 不是普通文件
journal-of-other-user = 属于其他用户
journal-linked = 该文件还有其他名称（硬链接）
journal-writable = 其他用户可以写入
journal-header = 第一行不是 fiord 写的
journal-too-large = 该文件比任何撤销日志都大
journal-not-text = 不是文本

# 撤销日志。
journal-error = 撤销日志 { $path }：{ $why }
journal-locked = 撤销日志 { $path } 正被另一个进程使用；请等待该进程结束
no-setting = { $device } 没有 { $setting }
journal-foreign = { $path }：不是当前用户的撤销日志（{ $why }）；未更改任何设置
journal-damaged = 撤销日志 { $path } 第 { $line } 行：无法识别；未恢复任何设置
