unknown-language = --lang={ $tag }：未知的語言；可用 { $tags }
meant-verb = { $word }：不是子指令，也不是工作檔；是不是要用 `fiord { $verb }`？
no-verb = { $word }：不是子指令，也不是工作檔；可用的子指令：{ $verbs }
no-hosts = --hosts：{ $verb } 不支援；在 `mpirun` 下可用 { $verbs }
host-and-path = 格式應為 HOST=PATH，例如 node1=/dev/nvme0n1

unknown-option = { $arg }：未知的選項；`{ $command } --help` 列出所有選項
unknown-option-similar = { $arg }：未知的選項；是否要用 { $similar }？
one-too-many = { $arg }：多餘的引數；`{ $command } --help` 列出引數
no-such-value = { $value }：不是 { $arg } 的值；請使用其中之一：{ $values }
no-such-value-similar = { $value }：不是 { $arg } 的值；是否要用 { $similar }？
no-value = { $arg }：缺少值；說明見 `{ $command } --help`
bad-value = { $arg }：{ $reason }
not-in-range = { $value }：不在 { $low } 到 { $high } 的範圍內；請使用此範圍內的值
not-a-number = { $value }：不是整數；請只用數字
not-wanted = { $value }：此處不接受值；`{ $command } --help` 列出所有選項
missing-arguments = { $args }：未給出；用法：{ $usage }
conflict = { $arg }：不能與 { $others } 同時使用；請只用其中一個
given-twice = { $arg }：出現了不只一次；請只寫一次
number-of-values = { $arg }：需要 { $expected } 個值，而不是 { $given } 個；說明見 `{ $command } --help`
missing-command = { $command }：缺少子指令；請使用其中之一：{ $commands }
unknown-command = { $word }：不是 `{ $command }` 的子指令；請使用其中之一：{ $commands }
unknown-command-similar = { $word }：不是 `{ $command }` 的子指令；是否要用 { $similar }？
not-utf8 = 命令列：有一項不是有效的 UTF-8；請只使用有效的 UTF-8

usage-line = 用法：{ $usage }
arguments = 引數：
options = 選項：
alias = 別名
commands = 子指令：
print-help = 顯示說明
print-version = 顯示版本
print-help-of = 顯示說明，或某個子指令的說明
default-value = { $help } [預設：{ $value }]
possible-values = { $help } [可用值：{ $values }]
