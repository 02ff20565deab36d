about = 输出一个 fiord 自带的笔记本
name = 它在 `fiord notebook list` 中的名称
exercise = 不输出答案
