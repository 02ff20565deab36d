about = 开始一个笔记本：输出 fiord 自带的一个，或回答三个问题后生成一个新的
name = `fiord notebook list` 所列笔记本的名称
exercise = 不输出答案
load = 测量这种负载
vary = 改变这个选项
output = 将笔记本写入这个新文件，而不是标准输出
