about = 输出 shell 补全脚本
shell = 读取该脚本的 shell
