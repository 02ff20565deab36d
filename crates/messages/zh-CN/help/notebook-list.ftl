about = 列出 fiord 自带的笔记本
