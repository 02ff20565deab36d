plan-title = 多個工作執行緒讀取同一個檔案的相同區塊
plan-why = 第一個工作執行緒可能把資料讀進快取，其他執行緒再從快取讀取。即使磁碟只讀了一次，合計時同一個區塊也由每個執行緒各計一次。
plan-advice = 設定 offset_increment 和 size，讓每個工作執行緒讀取自己的部分；或在遠大於各級快取的範圍內隨機讀取。
plan-example =
    fio --name=r --filename=cold --rw=read --ioengine=libaio --iodepth=8 --direct=1 --bs=1m --size=15G --numjobs=8
    八個工作執行緒同時從頭到尾讀取相同的 15 GiB。

run-title = 多個工作執行緒讀取同一個檔案的相同區塊
run-why = 第一個工作執行緒可能把資料讀進快取，其他執行緒再從快取讀取。各執行緒的速率加總可能高於磁碟的吞吐量。
run-advice = 設定 offset_increment=SIZE，讓每個工作執行緒有自己的部分。
run-example = numjobs=16、filename=/data/f、rw=read：16 × 100 MiB 都讀自相同的 100 MiB。

clones-sequential = 互不相同的位元組{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 個工作執行緒循序讀取同一個{ $on-device ->
    [yes] 裝置
   *[no] 檔案
 }的同一段範圍。
clones-random = 互不相同的位元組{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 個工作執行緒隨機讀取同一個{ $on-device ->
    [yes] 裝置
   *[no] 檔案
 }的同一段範圍。
clones-undrawn = 互不相同的位元組{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 個工作執行緒共用同一個{ $on-device ->
    [yes] 裝置
   *[no] 檔案
 }的同一段範圍，並以相同的位移循序讀取。
clones-shifted = 互不相同的位元組{ $at-most ->
    [yes] 最多占
   *[no] 占
 } { $share }：{ $workers } 個工作執行緒讀取同一個{ $on-device ->
    [yes] 裝置
   *[no] 檔案
 }的重疊範圍，因為 offset_increment 小於每個工作執行緒的範圍。
met = { $workers } 個工作執行緒共讀取 { $issued }，互不相同的區塊只有 { $distinct }（{ $share }）。
met-in-files = { $workers } 個工作執行緒共讀取 { $issued }，只涉及 { $files ->
    [one] { $file } 中的
   *[other] { $files } 個檔案中的
 } { $distinct } 互不相同的區塊（{ $share }）。
met-inferred = 這個占比是由各工作執行緒的範圍推斷，沒有實際計數：{ $reason }。
