about = 根据结果库检查笔记本的断言；有断言被否定时以 1 退出，有断言未定时以 3 退出
files = Markdown 文件
md = 以 Markdown 输出全部结论的表
verify = 从保存的记录重新计算所有数值，并列出文本中不一致或手工输入的数值
html = 把笔记本写成带图表的网页 FILE
pdf-ready = 使 --html 的页面可直接打印：A4、浅色，每个值都有带证据的注释
