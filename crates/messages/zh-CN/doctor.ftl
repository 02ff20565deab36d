ready = 可以测量
usable = 可以测量，但请注意
not-ready = 不适合测量
unknown = 状态未知
kernel-files-unreadable = 无法读取 /proc 或 /sys 中的文件。确认 /proc 和 /sys 都已挂载，然后再次运行 doctor。
path-unknown = 未知

count-wrong = { $count } 项错误
count-care = { $count } 项注意
count-note = { $count } 项提示
count-unknown = { $count } 项未知
count-fine = { $count } 项正常

heading-stack = 存储栈
heading-unknown = 未知
heading-fine = 正常
stack-unknown = 存储栈未知。
layer-used = { $size }，已用 { $share }
layer-firmware = 固件 { $version }
changes = 有 { $settings } 项设置可以修正。`fiord doctor --fix --dry-run` 显示将做的更改，`--fix` 执行更改，`--restore` 撤销更改。

changes-pending = 先前由 --fix、try 或研究做出的更改仍然有效。`{ $command }` 撤销这些更改。
no-such-path = { $path }：没有这个文件、目录或设备；使用已存在的路径
parent-checked = { $path } 不存在，改为检查其上级目录 { $directory }。

setting-not-assigned = `{ $text }`：不是 NAME=VALUE 的形式；例如写成 nomerges=2
setting-unknown = `{ $name }`：无法设置；可设置的有 { $names }
setting-misspelt = `{ $name }`：无法设置；是否想输入 { $near }？
setting-empty = `{ $text }`：缺少值；写成 NAME=VALUE

fix-needs-root = --fix：需要 root 权限；--fix --dry-run 显示将做的更改
restore-needs-root = --restore：需要 root 权限；以 root 身份重新运行（{ $path }：{ $error }）
restore-incomplete = --restore 需要 root 权限。尚未恢复的设置仍记录在撤销日志中（见 --journal）。请以 root 身份再次运行 --restore。
nothing-to-restore = 没有需要恢复的设置：{ $journal } 中没有更改记录。如果更改记录在另一个文件中，加上 --journal=FILE。
nothing-to-change = --fix 没有需要更改的设置。
would-change = 将要更改：
changing = 正在更改：
changed = 已更改 { $settings } 项设置。`{ $command }` 撤销更改。
setting-is-already = { $path } 的值已经是 { $value }。
setting-changed-by-other = { $path } 已由其他程序或内核改为 { $now }，不再恢复。fiord 更改之前的值是 { $before }。
setting-gone = { $path }：设备已不存在。
setting-refused = { $path }：无法设为 { $value }（{ $reason }）。

during-changes-pending = --during：先前由 --fix、try 或研究做出的更改仍然有效；先运行 `{ $command }`
during-without-command = --during：缺少命令；写在 -- 之后
during-refused = --during：有设置未能更改，因此没有运行命令；请用 --only、--set 排除上面列出的设置，再次运行
during-not-restored = --during：命令已结束，但设置未能恢复
journal-removed = { $path }：更改生效期间，其他程序删除了这份撤销日志。fiord 仍打开着该文件，并据此恢复了设置。
restored = 已恢复 { $restored } 项设置，共 { $settings } 项。
