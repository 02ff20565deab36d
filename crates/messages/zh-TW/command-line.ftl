unknown-language = --lang={ $tag }：未知的語言；可用 { $tags }
meant-verb = { $word }：不是子指令，也不是工作檔；是不是要用 `fiord { $verb }`？
no-verb = { $word }：不是子指令，也不是工作檔；可用的子指令：{ $verbs }
no-hosts = --hosts：{ $verb } 不支援；在 `mpirun` 下可用 { $verbs }
host-and-path = 格式應為 HOST=PATH，例如 node1=/dev/nvme0n1
