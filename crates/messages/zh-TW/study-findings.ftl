at-levels = { $levels }：{ $finding }
of-response = { $job } { $direction }：{ $finding }
interval = 95% 信賴區間 { $low } 至 { $high }
no-comparison = 這些執行不足以做比較。
no-conclusion = 這些執行不足以得出結論。

ratio = { $speed ->
    [faster] { $level } 比 { $than } 快
    [slightly-faster] { $level } 比 { $than } 略快
    [slightly-slower] { $level } 比 { $than } 略慢
    [slower] { $level } 比 { $than } 慢
   *[as-fast] { $level } 與 { $than } 一樣快
 }：比值 { $times }（{ $interval }，容差 { $margin }%）。
ratio-amplification = { $speed ->
    [faster] { $level } 的寫入放大低於 { $than }
    [slightly-faster] { $level } 的寫入放大略低於 { $than }
    [slightly-slower] { $level } 的寫入放大略高於 { $than }
    [slower] { $level } 的寫入放大高於 { $than }
   *[as-fast] { $level } 與 { $than } 的寫入放大相同
 }：比值 { $times }（{ $interval }，容差 { $margin }%）。
ratio-lifetime = 直到耗損殆盡，{ $level } 可寫入的資料{ $speed ->
    [faster] 多於
    [slightly-faster] 略多於
    [slightly-slower] 略少於
    [slower] 少於
   *[as-fast] 等於
 } { $than }：{ $times } 倍（{ $interval }，容差 { $margin }%）。
ratio-open = { $level } 與 { $than } 沒有顯著差異：比值 { $times }（{ $interval }，容差 { $margin }%）。
ratio-seen = { $level } 與 { $than } 的比值為 { $times }。
ratio-seen-in-few = { $level } 與 { $than } 之比為 { $times }（執行輪數太少，沒有信賴區間）。
ratio-too-few = { $level } 與 { $than } 成對的執行太少，無法比較。

gain = { $gain ->
    [more] { $span } 帶來的提升大於 { $than }
    [slightly-more] { $span } 帶來的提升略大於 { $than }
    [slightly-less] { $span } 帶來的提升略小於 { $than }
    [less] { $span } 帶來的提升小於 { $than }
   *[as-much] { $span } 與 { $than } 帶來的提升相當
 }：比值 { $times }（{ $interval }）。
gain-open = { $span } 與 { $than } 帶來的提升沒有顯著差異：比值 { $times }（{ $interval }）。
gain-seen = { $span } 帶來的提升是 { $than } 的 { $times } 倍。

knee = { $factor } { $seen } 是結果達到最佳值 { $share }% 的最低水準。
knee-seen = 在這些執行中，{ $factor } { $seen } 是結果達到最佳值 { $share }% 的最低水準。
knee-not-found = 低於最高水準 { $factor } { $farthest } 的各水準都達不到最佳值的 { $share }%，因此更高的水準可能還會提升。

gap-within = 從 { $along } { $seen } 起，{ $level } 與 { $than } 相差不超過 { $margin }%。
gap-apart = 即使在最高的水準 { $along } { $farthest }，{ $level } 與 { $than } 仍相差 { $margin }% 以上。
gap-not-within = 直到 { $along } { $farthest }，沒有找到一個水準，從它起 { $level } 與 { $than } 相差始終不超過 { $margin }%。
gap-seen = 在這些執行中，從 { $along } { $seen } 起，{ $level } 與 { $than } 相差不超過 { $margin }%。
gap-nowhere = 沒有找到一個水準，從它起 { $level } 與 { $than } 相差始終不超過 { $margin }%。

level-between = 這個水準的 95% 信賴區間為 { $first } 至 { $last }。
level-or-above = 這個水準為 { $first } 或更高，信賴水準 95%。
level-above = 這個水準的 95% 信賴區間高於 { $farthest }。

share-of-claim = { $cell }：達到 { $drive } 標稱值的 { $share }（95% 信賴區間 { $low } 至 { $high }）。標稱值為 { $claim }。
share-of-claim-without-interval = { $cell }：達到 { $drive } 標稱值的 { $share }（沒有信賴區間）。標稱值為 { $claim }。
not-comparable = 這些數值無法比較：{ $differences }。
differs-block-size = 區塊大小不同
differs-depth = 佇列深度不同
differs-page-cache = I/O 經過頁面快取
differs-drive-state = 標稱值針對全新的磁碟機
differs-mixed-directions = 讀寫混合
differs-syncs = 寫入帶同步
differs-rate = 設定了限速
differs-other-jobs = 同時有其他工作執行

steady-first-after = 依 SNIA 的準則已達穩態，首次出現在第 { $round } 輪之後。
steady = 依 SNIA 的準則已達穩態。
not-steady = 依 SNIA 的準則未達穩態（要求全距至多 20%，斜率至多 10%）。
last-rounds = 共 { $rounds } 輪，最後五輪的全距為平均值的 { $range }，斜率為平均值的 { $slope }。

best = 最佳：{ $seen }，信賴水準 95%。
best-of-several = 最佳：{ $cells } 個組合之一（{ $members }）。在這些執行中，{ $seen } 的結果最好。
best-seen = { $seen } 的結果最好。

wrong = { $cell } 的 { $runs } 次執行中有 { $bad } 次無效（等級 D）。原因見 `fiord report { $run }`。
wrong-in-cells = { $cells } 個組合含有無效的執行（等級 D，{ $runs } 次中有 { $bad } 次）：{ $list }。第一次的原因見 `fiord report { $run }`。
left-out = { $cell } 的 { $runs } 次執行中有 { $bad } 次無效（等級 D），不計入結果。原因見 `fiord report { $run }`。
left-out-in-cells = { $cells } 個組合含有無效的執行（等級 D，{ $runs } 次中有 { $bad } 次），不計入結果：{ $list }。第一次的原因見 `fiord report { $run }`。
drift = { $cell } 的結果隨執行順序漂移。
drift-in-cells = { $cells } 個組合的結果隨執行順序漂移：{ $list }。
two-states = { $cell } 的結果分成兩群。
two-states-in-cells = { $cells } 個組合的結果各分成兩群：{ $list }。
wide = { $cell } 的精確度低於要求。
wide-in-cells = { $cells } 個組合的精確度低於要求：{ $list }。
few-blocks = 完整的執行只有 { $blocks } 輪，不足以得出信賴區間。
disturbed = 受干擾的執行：{ $disturbed } 次（{ $rules }）。這些執行計入結果，因此區間包含干擾的影響。
disturbed-share = { $rule } { $runs } 次，最多占一次執行的 { $share }
disturbed-rule = { $rule } { $runs } 次
one-unit = 結論只適用於這台機器上的這個磁碟機，不代表該型號。
simulated = 結論來自模擬磁碟機：它們由模型得出，不是對硬體的測量。
estimator = 比值是各輪內比值的 Hodges-Lehmann 估計；輪數較少時是幾何平均。表中的數值是中位數。
these-hosts = 結論只適用於這些主機與其儲存裝置，不適用於其他主機。
list-and-more = { $list }，另有 { $more } 個

mark-wrong = D
mark-left-out = 已排除
mark-drift = 漂移
mark-two-states = 雙態
mark-wide = 不夠精確
mark-failed = 失敗
legend-wrong = D：執行無效。
legend-left-out = 已排除：少數執行無效，不計入結果。
legend-drift = 漂移：數值隨執行順序變化。
legend-two-states = 雙態：結果分成兩群，中位數落在其中一群或兩群之間。
legend-wide = 不夠精確：精確度低於要求。
legend-failed = 失敗：有執行因錯誤結束，該組合不再重複。
legend-precise = { $cells } 個組合中有 { $precise } 個達到要求的精確度（± { $half_width } 以內）。
legend-runs-needed = 其餘組合的結果波動較大，要達到此精確度，每個組合約需 { $runs } 次執行。

inside-units = 磁碟機內部：至少有 { $least ->
    [one] 1 個單元（die、磁碟或某一層的執行緒）處理讀取請求
   *[other] { $least } 個單元（die、磁碟或某一層的執行緒）同時處理讀取請求
 }。深度為 1 時，一次讀取需 { $latency }。深度 { $depth } 的 IOPS 是深度 1 的 { $gain } 倍，而一個單元最多能重疊兩次讀取。
inside-about = 曲線的形狀符合隨機讀取分散到 { $low } 至 { $high } 個單元時的預期。
inside-rises = 深度為 { $depth } 時曲線仍在上升，所以單元可能更多。
inside-limit = 單元總數未知，因為通道、鏈路或 CPU 也可能限制 IOPS。
inside-arm = 磁碟機內部：傳統硬碟。一次隨機讀取需 { $latency }，與尋軌加半圈旋轉的時間相符；循序讀取的 IOPS 是隨機讀取的 { $times } 倍。
inside-slow = 磁碟機內部：不像傳統硬碟。一次隨機讀取需 { $latency }，與傳統硬碟相同，但循序讀取並沒有快很多，或者佇列加深後 IOPS 的提升超過傳統硬碟。這樣的延遲可能來自限速或網路。
inside-maybe-arm = 磁碟機內部：一次隨機讀取需 { $latency }，與傳統硬碟相同。限速或網路也可能造成相同的延遲；測量相同大小的循序讀取可以區分它們。
inside-cache-end = 磁碟機內部：寫入 { $least } 到 { $most } 之後，寫入速率從 { $before } 降到 { $after }。原因可能是 SLC 快取或帶爆量額度的限速。
inside-cache-end-alone = 磁碟機內部：寫入 { $least } 到 { $most } 之後，寫入速率從 { $before } 下降。原因可能是 SLC 快取或帶爆量額度的限速。
inside-no-cache-end = 磁碟機內部：寫入 { $written } 期間，寫入速率沒有下降。如果有 SLC 快取或爆量額度，其容量更大。
