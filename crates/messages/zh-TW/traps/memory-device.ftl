run-title = 以磁碟形式呈現的記憶體
run-why = 吞吐量、IOPS 和延遲反映的是記憶體與核心的區塊層，和磁碟無關。
run-advice = 改用真正的磁碟，或在結果中註明該裝置是記憶體。
run-example = zram0 上的 ext4：4 KiB 達到 400,000 IOPS，完全沒有用到磁碟。

got = 測試目標是以磁碟形式呈現的記憶體（{ $devices }），完全沒有用到磁碟。
