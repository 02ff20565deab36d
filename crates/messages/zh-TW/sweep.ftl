not-an-option = { $argument }：不明的選項或第二個路徑；請只指定一個 PATH，選項以 UTF-8 寫成 --NAME=VALUE
only-run-hosts = --{ $option }：sweep 不支援；請移除，或使用 `fiord run --hosts`
cells-named = --name：sweep 不支援，每個組合以其值命名；請移除
not-saved = --save：sweep 不支援，它會存為一項研究；請用 `--tag { $name }`，之後用 `fiord history --tag { $name }` 尋找
nothing-varied = sweep：沒有可變動的參數；請加上 --bs、--depth 或 --jobs，例如 --bs 4k..1m
not-a-size = --bs：{ $size } 不是大小；使用 4k 或 1m 這樣的大小
title = 命令列上的 sweep
title-slo = 滿足延遲限值的最高到達速率
