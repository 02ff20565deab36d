about = 比较结果：运行、研究、文件、公开的数值；给出比值、置信区间和判定
results = 两个或更多结果，第一个为基准。结果可以是结果库中运行的编号或名称、研究（study:4 或其名称）、文件（fiord、fio 的文件，或 `fiord import` 能读取的任何文件），或公开数值表中的条目（--list）。名称有歧义时加前缀：run:、study:、file:、catalogue:
spec = 同时与规格书比较（TOML 文件，见 docs/spec-sheets.md，或公开数值表中的条目名）
margin = 将小于此值的差异视为相当
metric = 比较 rate、p50、p99 或 mean；多个之间用逗号分隔
fail-if = 若有结果符合条件 slower:5%、faster:5%、different:5% 或 inconclusive，退出码为 1；结果未定时为 3
why = 列出可能解释两个结果比值的已记录差异，可能影响大的在前，并附验证方法
list = 列出公开数值表
