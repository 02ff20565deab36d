## Why an option has no effect, or why fiord does not have an option or engine: a clause after a colon
no-map = 只有區塊大小不只一種或 random_generator=fio 時，fiord 才需要記錄已存取區塊的對映表；要不用對映表執行，請用 norandommap
use-percentage-random = fio 已取消它；請用 percentage_random
withdrawn = fio 已取消它
default-huge-page = 使用核心預設的大型分頁大小；`mem=mmaphuge:FILE` 則使用該檔案所在 hugetlbfs 的大型分頁大小
gpu-memory = fiord 不支援 GPU 記憶體；fio 也只有在編譯時啟用 CUDA 才有這個選項
no-profiles = fiord 沒有 fio 的 profile
no-barriers = Linux 從 2.6.37 起沒有寫入屏障，所以該選項也不會改變 fio 的寫入；請用 fsync
completions-by-call = 完成事件總是透過系統呼叫取回
no-clients = 沒有用戶端
never-in-use = fiord 從不寫入使用中的裝置；其他裝置見 --allow-destroy
fio-ignores = fio 也忽略它
read-piecewise = I/O 追蹤記錄總是分段讀取
one-clock = fiord 自行選擇時鐘：TSC 或 CLOCK_MONOTONIC
still-sampled = 使用這個選項時，fio 同樣會取樣頻寬和 IOPS，而且有工具會讀取這些樣本
logs-stay = fiord 不壓縮記憶體中的日誌項目；log_store_compressed 會寫出壓縮的檔案
compressed-at-end = 日誌檔在執行結束時壓縮
knows-written = 無論有沒有這個選項，fiord 都知道哪些區塊已寫入
no-profile-active = 它屬於 fio 的 profile，而現在沒有使用 profile
no-profile-threads = 它屬於 fio 的 profile，而現在沒有使用 profile；要增加工作執行緒，請用 `numjobs`
pmemblk = 只有 libpmemblk 能讀取它的檔案格式；`ioengine=libpmem` 可用於持續性記憶體上的任何檔案
page-fault = 引擎 page_fault 只複製匿名記憶體，不涉及儲存；`fiord ladder` 可測量分頁錯誤
network = 引擎 net 和 netsplice 透過 socket 在主機之間傳送資料，不涉及儲存；測量網路請用 iperf3
rdma = 引擎 rdma 在主機之間傳送資料，不涉及儲存；測量 RDMA 請用 ib_write_bw 等工具（perftest）
network-or-rdma = 這個選項指定網路引擎（net、rdma、libhdfs）的對方主機或連接埠，fiord 沒有這些引擎；socket 請用 iperf3 測量，RDMA 請用 perftest
ceph = 引擎 rados 和 rbd 需要 Ceph 的程式庫；請先以 `rbd map` 對映映像檔，再使用該區塊裝置，或掛載 CephFS
gluster = 引擎 gfapi 和 gfapi_async 需要 Gluster 的程式庫；請掛載磁碟區後使用其中的檔案
hdfs = 引擎 libhdfs 需要 Hadoop 的程式庫；請改用 Hadoop 的 TestDFSIO
daos = 引擎 dfs 需要 DAOS 的程式庫；請用 dfuse 掛載容器後使用其中的檔案
clusters = 它屬於需要叢集程式庫的引擎（rados、rbd、dfs、libhdfs）；請先對映或掛載其儲存空間，再使用裝置或檔案
objects = 引擎 http 存取物件儲存（S3、Swift、WebDAV），它們既不是檔案也不是裝置；用 warp 或 elbencho 測量 S3
nfs = 引擎 nfs 是使用者空間的 NFS 用戶端；請掛載匯出的目錄後使用其中的檔案
iscsi = 引擎 libiscsi 是使用者空間的 iSCSI 啟動器；請用 iscsiadm 登入後使用該磁碟
nbd = 引擎 nbd 是網路區塊裝置的用戶端；請連接匯出的裝置（`nbd-client`、`qemu-nbd --connect`）後使用 /dev/nbdN
gpu = 引擎 libcufile 和 libhipfile 透過廠商的程式庫將資料移入、移出 GPU 記憶體，fiord 不連結這個程式庫；NVIDIA GPU 請用 gdsio
blkio = 引擎 libblkio 使用 fiord 不連結的程式庫（它的 vhost-user 和 VFIO 驅動程式繞過核心）；核心的區塊裝置請用 `ioengine=io_uring`
xnvme = 引擎 xnvme 透過 fiord 不連結的程式庫存取 NVMe 裝置（用 SPDK 時繞過核心）；NVMe 命令請用 `ioengine=io_uring_cmd`，區塊 I/O 請用 `ioengine=io_uring`
windows = 引擎 windowsaio 只存在於 Windows
solaris = 引擎 solarisaio 只存在於 Solaris
external = 外部引擎的選項（`ioengine=external:FILE`）；fiord 不從檔案載入引擎
zbc = 引擎 libzbc 透過 fiord 不連結的程式庫存取 zoned 磁碟；`zonemode=zbd` 直接用於 zoned 區塊裝置
ime = 這個引擎需要 DDN Infinite Memory Engine 的程式庫；請掛載它的檔案系統後使用其中的檔案
bsg = `cmd_type=bsg`（經 io_uring 的 SCSI 命令）的選項，fiord 不支援；請使用 `ioengine=sg`，它會自行決定命令的長度
bsg-check = `cmd_type=bsg`（經 io_uring 的 SCSI 命令）的選項，fiord 不支援；請使用 `ioengine=sg`，並設定 `sg_write_mode=verify_bytchk_00`、`verify_bytchk_01` 或 `verify_bytchk_11`
bsg-read = `cmd_type=bsg`（經 io_uring 的 SCSI 命令）的選項，fiord 不支援；請使用 `ioengine=sg`，它的讀取就是 READ 命令
