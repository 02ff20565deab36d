machine-title = 磁碟的請求佇列太小
machine-why = 這個佇列容納不下的 I/O 會在核心裡等待，測到的延遲反映的是這段等待，不是磁碟。
machine-advice = 調高 queue/nr_requests，或把 iodepth × numjobs 設得比它小。
machine-example = sda 的每個核心佇列可容納 32 個請求。

device-accepts = { $device } 一次最多接受 { $requests } 個請求。
kernel-queues = { $device } 的每個核心佇列可容納 { $requests } 個請求（nr_requests）。
hardware-queues = 這個裝置有 { $queues } 個硬體佇列。
unknown = { $device } 的請求佇列不明。

advice-small-device = 把 iodepth × numjobs 設為不超過 { $depth }。超出的 I/O 會在核心裡等待。
