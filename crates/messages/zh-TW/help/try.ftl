about = 測量某項核心設定是否有用：輪流試用其值，比較，還原
words = 先寫設定及其值，再寫目錄、檔案或裝置，最後寫工作（同 `fiord run`）：fio 選項或工作檔
time = 設定總時限（60s、5m、2h；預設 2m，比較需要更久時自動延長）；可以判定時提前結束
after =
    需要 root 權限。fiord 設定一組值，測量，然後還原原值。如果工作和設定允許（至少需要直接 I/O，且只改 read_ahead_kb 以外的磁碟設定），各組值在一次執行中輪流進行，每段 0.25 秒；否則執行分輪進行，每一輪以隨機順序將每組值各測量一次。若 fiord 遭強制終止，用 `fiord doctor --restore` 還原原值。每個設定的第一個值是基準。
    PATH 的儲存堆疊中最上層磁碟的設定：scheduler、read_ahead_kb、nr_requests、nomerges、rq_affinity、wbt_lat_usec、io_poll、max_sectors_kb、write_cache、rotational。
    主機的設定：vm.dirty_ratio、vm.dirty_bytes、vm.dirty_background_ratio、vm.dirty_background_bytes、vm.dirty_expire_centisecs、vm.dirty_writeback_centisecs、vm.swappiness、transparent_hugepage、governor。
    PATH 所在掛載點的選項，透過重新掛載變更：atime（relatime、noatime、strictatime）；ext4 另有 barrier、discard、lazytime（0、1）與 commit（秒）。
    write_cache="write through" 與 barrier=0 使核心不再對該裝置送出快取沖刷命令，所有程式都受影響。兩者都需要 --allow-no-flush：write_cache 指定裝置，barrier 指定掛載點。--allow-destroy 不包含 --allow-no-flush：前者允許工作覆寫其目標，後者使其他程式的資料有遺失的風險。
    沒有 filename 的工作讀取 PATH。PATH 是目錄時，工作使用其中的一個測試檔案，結束後刪除。
    例如：fiord try read_ahead_kb=128,4096 /srv/db --rw=read --bs=4k --direct=0
