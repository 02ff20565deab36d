unknown-language = --lang={ $tag }：未知语言；可用 { $tags }
meant-verb = { $word }：不是子命令，也不是作业文件；是否想用 `fiord { $verb }`？
no-verb = { $word }：不是子命令，也不是作业文件；可用的子命令：{ $verbs }
no-hosts = --hosts：{ $verb } 不支持；在 `mpirun` 下可用 { $verbs }
host-and-path = 格式应为 HOST=PATH，例如 node1=/dev/nvme0n1
