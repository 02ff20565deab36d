trap = { $name }：这是一条规则；`fiord explain { $name }` 解释它
recipe = { $name }：这是一个方案；`fiord check { $name } DIRECTORY` 运行它，`fiord explain { $name }` 显示它
study = { $name }：这是一项研究；`fiord study run { $name } DIRECTORY` 运行它，`fiord explain { $name }` 显示其计划
stored = { $name }：这是结果库中的结果；`fiord report { $name }` 显示它，`fiord compare { $name } OTHER` 比较它
published = { $name }：这是公开数值表中的条目；`fiord compare RESULT { $name }` 与它比较
option = { $name }：这是作业选项；`fiord --cmdhelp={ $name }` 解释它
verb = { $name }：这是子命令；`fiord { $name } --help` 列出其选项
run-recipe = `fiord check { $name } DIRECTORY` 运行此方案。
no-threshold = 此方案没有阈值，只报告数值。`--expect` 和 `--need` 可以设置阈值。
expects = 要求：{ $expectations }。
