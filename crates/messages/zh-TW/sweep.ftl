not-an-option = { $argument }：不明的選項或第二個路徑；請只指定一個 PATH，選項以 UTF-8 寫成 --NAME=VALUE
only-run-hosts = --{ $option }：sweep 不支援；請移除，或使用 `fiord run --hosts`
cells-named = --name：sweep 不支援，每個組合以其值命名；請移除
nothing-varied = sweep：沒有可變動的參數；請加上 --bs、--depth 或 --jobs，例如 --bs 4k..1m
title = 命令列上的 sweep
title-slo = 滿足限值的最高到達速率
