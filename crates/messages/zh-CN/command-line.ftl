unknown-language = --lang={ $tag }：未知语言；可用 { $tags }
meant-verb = { $word }：不是子命令，也不是作业文件；是否想用 `fiord { $verb }`？
no-verb = { $word }：不是子命令，也不是作业文件；可用的子命令：{ $verbs }
no-hosts = --hosts：{ $verb } 不支持；在 `mpirun` 下可用 { $verbs }
host-and-path = 格式应为 HOST=PATH，例如 node1=/dev/nvme0n1

unknown-option = { $arg }：未知选项；`{ $command } --help` 列出所有选项
unknown-option-similar = { $arg }：未知选项；是否想用 { $similar }？
one-too-many = { $arg }：多余的参数；`{ $command } --help` 列出参数
no-such-value = { $value }：不是 { $arg } 的取值；请使用其中之一：{ $values }
no-such-value-similar = { $value }：不是 { $arg } 的取值；是否想用 { $similar }？
no-value = { $arg }：缺少值；说明见 `{ $command } --help`
bad-value = { $arg }：{ $reason }
not-in-range = { $value }：不在 { $low } 到 { $high } 的范围内；请使用此范围内的值
not-a-number = { $value }：不是整数；请只用数字
not-wanted = { $value }：此处不能给出值；`{ $command } --help` 列出所有选项
missing-arguments = { $args }：未给出；用法：{ $usage }
conflict = { $arg }：不能与 { $others } 同时使用；请只用其中一个
given-twice = { $arg }：出现了不止一次；请只写一次
number-of-values = { $arg }：需要 { $expected } 个值，而不是 { $given } 个；说明见 `{ $command } --help`
missing-command = { $command }：缺少子命令；请使用其中之一：{ $commands }
unknown-command = { $word }：不是 `{ $command }` 的子命令；请使用其中之一：{ $commands }
unknown-command-similar = { $word }：不是 `{ $command }` 的子命令；是否想用 { $similar }？
not-utf8 = 命令行：有一个词不是有效的 UTF-8；请只用有效的 UTF-8

usage-line = 用法：{ $usage }
arguments = 参数：
options = 选项：
alias = 别名
commands = 子命令：
print-help = 显示帮助
print-version = 显示版本
print-help-of = 显示帮助，或某个子命令的帮助
default-value = { $help } [默认：{ $value }]
possible-values = { $help } [可用值：{ $values }]
