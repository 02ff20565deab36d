about = 测量结果库中还没有此 PATH 的结果的代码块，并把结果写入笔记本
file = Markdown 文件，或 fiord 自带笔记本的名称
path = 磁盘上的目录，用于测试文件；或一个文件、块设备
time = 把这段时间分配给各个块（90s、20m、2h）
only = 只测量这个块；多个块请重复此选项
allow-path = 允许 import 块读取该目录下的文件；多个目录请重复此选项
html = 把结果写成带图表的网页 FILE，不改动笔记本
pdf-ready = 使 --html 的页面可直接打印：A4、浅色，每个值都有带证据的注释
