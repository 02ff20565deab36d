plan-title = 多個工作同時使用同一個檔案或裝置
plan-why = 這些工作共用裝置，每個工作的結果都包含其他工作的負載。沒有以 stonewall 或 wait_for 分隔的工作會同時啟動。
plan-advice = 在每個工作中設定 stonewall，讓工作依序執行。如果這些工作是同一個負載的各個部分，就不必修改。
plan-example =
    fio --filename=cold --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --name=reads --rw=randread --name=writes --rw=randwrite
    沒有 stonewall，兩個工作同時執行：兩個結果都不是工作單獨執行的結果。

shared = 另外 { $count } 個工作（{ $jobs }）同時使用 { $path }。
shared-with-many = 另外 { $count } 個工作同時使用 { $path }。

why-mix = 每個工作的結果是它在總負載中的部分。
advice-mix = 只與同一組工作的執行結果比較。
