about = 检查主机及其磁盘是否适合测量；修正设置，恢复设置
path = 文件、目录或块设备 [默认：当前目录]
verbose = 显示所有结论及其原因和来源、存储栈每一层的含义，以及已通过的检查
no-look = 跳过两秒钟的检查，不看是否有其他程序在使用磁盘
fix = 修正设置（只限之后可以恢复的设置）。需要 root 权限
dry-run = 与 --fix 合用：只显示更改
set = 与 --fix 合用：设置一个值，例如 nomerges=2（`fiord try --help` 列出全部设置）
only = 与 --fix 合用：只对这些设置（用逗号分隔）做建议的更改，并且只在存储栈中具有这些设置的最上层设备上
whole-stack = 与 --only 合用：更改存储栈中的所有设备
during = 与 --fix 合用：执行修正，运行 COMMAND，即使 COMMAND 失败也恢复设置；退出码与 COMMAND 相同
restore = 恢复由 --fix 或中断的 try、研究更改过的设置。需要 root 权限
command = 供 --during 运行的命令
after = 退出码：0 可以测量（含需要注意的情况），1 不适合测量或状态未知（或有更改失败），2 请求有误。
