not-an-option = { $argument }：未知选项或第二个路径；请只给出一个 PATH，选项用 UTF-8 写成 --NAME=VALUE
only-run-hosts = --{ $option }：sweep 不支持；请去掉，或使用 `fiord run --hosts`
cells-named = --name：sweep 不支持，每个组合以其取值命名；请去掉
not-saved = --save：sweep 不支持，它会存为一项研究；请用 `--tag { $name }`，之后用 `fiord history --tag { $name }` 查找
nothing-varied = sweep：没有可变的参数；请加上 --bs、--depth 或 --jobs，例如 --bs 4k..1m
not-a-size = --bs：{ $size } 不是大小；使用 4k 或 1m 这样的大小
title = 命令行上的 sweep
title-slo = 满足延迟限值的最高到达速率
