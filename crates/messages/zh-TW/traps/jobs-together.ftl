plan-title = 多個工作同時使用同一個檔案或裝置
plan-why = 這些工作共用裝置，每個工作的結果都受其他工作的負載影響。沒有以 stonewall 或 wait_for 分隔的工作會同時執行。
plan-advice = 在每個工作中設定 stonewall，讓工作依序執行。如果這些工作是同一個負載的各個部分，就不必修改。
plan-example =
    fio --filename=cold --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --name=reads --rw=randread --name=writes --rw=randwrite
    沒有 stonewall，兩個工作同時執行：兩個結果都不是工作單獨執行的結果。

shared = 另有 { $count } 個工作（{ $jobs }）與此工作同時使用 { $path }。
shared-with-many = 另有 { $count } 個工作與此工作同時使用 { $path }。

why-mix = 從選項來看，這些工作是同一個負載的各個部分。每個結果反映的是一個工作在總負載下的表現。
advice-mix = 工作的結果只能與同一組工作的其他結果比較。
