title = device mapper 與加密
text =
    device mapper 用其他裝置組成區塊裝置：線性磁碟區和條帶磁碟區、快照、快取、加密（dm-crypt、LUKS）。每一層都把 I/O 傳給下一層並增加 CPU 時間，有些層還產生自己的 I/O。
    dm-crypt 用 CPU 加密。有 AES 指令時，一個 CPU 核心每秒可加密幾 GB，所以代價隨位元組數增長。dm-crypt 的工作執行緒會增加延遲，選項 no_read_workqueue 和 no_write_workqueue 可以避開它們。
    dm-crypt 只在設定選項 allow_discards 時才把 discard 傳給下層。
measuring = 請在堆疊的頂層和底層各測一次，差值就是各層的代價。不要把 dm 裝置和磁碟的計數器相加，它們計的是同樣的位元組。還要看 CPU，它可能就是瓶頸。
shows = 第二個工作加密每 KiB 耗時 0.5 µs（2 GB/s），128 KiB 的區塊因此慢 64 µs。
