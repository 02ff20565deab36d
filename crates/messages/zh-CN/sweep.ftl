not-an-option = { $argument }：未知选项或第二个路径；请只给出一个 PATH，选项用 UTF-8 写成 --NAME=VALUE
only-run-hosts = --{ $option }：sweep 不支持；请去掉，或使用 `fiord run --hosts`
cells-named = --name：sweep 不支持，每个组合以其取值命名；请去掉
nothing-varied = sweep：没有可变的参数；请加上 --bs、--depth 或 --jobs，例如 --bs 4k..1m
title = 命令行上的 sweep
title-slo = 满足限值的最高到达速率
