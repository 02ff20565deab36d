machine-title = 有任務正在等待 I/O 或記憶體
machine-why = 測試要用的 I/O 能力或記憶體，這台機器現在就已經不夠。
machine-advice = 用 iotop 或 top 找出在等待的任務，等負載消失後再測。
machine-example = 最近 10 秒內，有 34% 的時間至少有一個任務在等待 I/O。

unknown = 沒有 I/O 壓力資料可用。
io = 最近 10 秒內，有 { $percent }% 的時間至少有一個任務在等待 I/O。
memory = 最近 10 秒內，有 { $percent }% 的時間至少有一個任務在等待記憶體。
