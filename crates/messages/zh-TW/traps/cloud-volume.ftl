machine-title = 有 IOPS 和吞吐量上限的雲端磁碟
machine-why = IOPS 和吞吐量受磁碟區與執行個體的規格限制。有些磁碟區和執行個體允許限時爆量，短時間的執行只測到爆量的速度。
machine-advice = 查明磁碟區和執行個體的上限，並與結果一起報告。執行時間要比爆量時間長。
machine-example = nvme0n1 是雲端磁碟：aws EBS。
why-local = 這顆磁碟屬於這台主機：執行個體終止後資料就消失，第一次寫入也可能較慢。
advice-local = 測量前先把整顆磁碟寫一遍。

volume = { $device } 是雲端磁碟：{ $provider } { $volume }。
disk-at = { $device } 是雲端磁碟（{ $cloud }）。
disk = { $device } 是雲端磁碟。
instance = 執行個體類型為 { $instance }。
