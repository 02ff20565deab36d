machine-title = 工作與磁碟之間有 I/O 排程器
machine-why = 排程器會重新排序、合併並延後請求，每個請求都要花 CPU 時間。就算磁碟自己會排程，或磁碟是虛擬的，排程器仍是測量結果的一部分。
machine-advice = 測量期間把排程器設為 `none`，或在結果中註明排程器。
machine-example = 虛擬磁碟 vda 的 I/O 排程器是 mq-deadline。

unknown = { $device } 的 I/O 排程器不明。
straight = { $device } 沒有使用 I/O 排程器。
with-scheduler = { $device } 的 I/O 排程器是 { $scheduler }。

why-on-rotating = 傳統硬碟通常會用排程器，由它重新排序並合併請求。
advice-on-rotating = 不要更動傳統硬碟的排程器，在結果中註明即可。
