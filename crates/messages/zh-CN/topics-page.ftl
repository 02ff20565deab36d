title = 专题
intro = 存储的行为，以及它对测量的影响。`fiord explain NAME` 显示一个专题，`fiord explain` 列出全部专题。
list-intro = `fiord explain NAME` 显示一个专题，或结论所依据的规则。
list-rules = 结论的规则
group-memory = 页缓存与持久性
group-numbers = 数值及其含义
group-drive = 盘内部
group-path = 程序与盘之间
# Labels before sentences.
measuring = 测量：
shows = 试一试：
source = 来源：
rules = 结论：
