trap = { $name }：這是一條規則；`fiord explain { $name }` 說明它
recipe = { $name }：這是一個方案；`fiord check { $name } DIRECTORY` 執行它，`fiord explain { $name }` 顯示它
study = { $name }：這是一項研究；`fiord study run { $name } DIRECTORY` 執行它，`fiord explain { $name }` 顯示其計畫
stored = { $name }：這是結果庫中的結果；`fiord report { $name }` 顯示它，`fiord compare { $name } OTHER` 比較它
published = { $name }：這是公開數值表中的條目；`fiord compare RESULT { $name }` 與它比較
option = { $name }：這是工作選項；`fiord --cmdhelp={ $name }` 說明它
verb = { $name }：這是子指令；`fiord { $name } --help` 列出其選項
run-recipe = `fiord check { $name } DIRECTORY` 執行此方案。
no-threshold = 此方案沒有門檻值，只列出數值。`--expect` 與 `--need` 可以設定門檻值。
expects = 預期：{ $expectations }。
