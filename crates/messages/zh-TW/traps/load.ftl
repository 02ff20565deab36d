machine-title = CPU 忙碌或被虛擬機器監控程式占用
machine-why = 工作執行緒等待 CPU 的時間會算進每一次延遲。
machine-advice = 停掉其他行程，或稍後再測。如果主機與他人共用，換個時段或換一台機器。
machine-example = 虛擬機器監控程式占用了 12% 的 CPU 時間。

unknown = CPU 負載不明。
steal-now = 虛擬機器監控程式目前占用 { $share } 的 CPU 時間。
steal-since-boot = 開機以來，虛擬機器監控程式占用了 { $share } 的 CPU 時間。
no-steal = 虛擬機器監控程式占用的 CPU 時間不到 1%。
busy = CPU 的忙碌程度為 { $percent }%。
average = 最近一分鐘的平均負載為 { $load }，共 { $cpus } 個 CPU。
