plan-title = 多個工作執行緒寫入同一個檔案的相同區塊
plan-why = 各工作執行緒互相覆寫對方的區塊。大部分的寫入被快取和合併吸收，合計時同一個區塊卻每個執行緒各計一次。
plan-advice = 每個工作執行緒使用自己的檔案（移除 filename），或使用同一個檔案中各自的部分（offset_increment 加 size）。
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=15G --io_size=10G --bs=1024k --numjobs=32 --group_reporting
    32 個工作執行緒寫入相同的 10 GiB：2345 MB/s；各自寫自己的檔案時只有 187 MB/s。

run-title = 多個工作執行緒寫入了同一個檔案的相同區塊
run-why = 各工作執行緒互相覆寫了對方的區塊。各執行緒的速率加總可能高於磁碟的吞吐量。
run-advice = 每個工作執行緒使用自己的檔案（移除 filename），或設定 offset_increment=SIZE，讓每個執行緒有自己的部分。
run-example = numjobs=16、filename=/data/f：16 × 100 MiB 都寫到相同的 100 MiB。

another-job = 這次執行中的工作 { $other } 同時從相同的位移寫入 { $path }。
