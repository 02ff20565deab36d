plan-title = 同一個設定給了兩次：direct 和 buffered
plan-why = 這兩個選項互為相反，以較後出現的為準。同時改變兩者的測試矩陣其實只有兩種組態，每種都測了兩遍。
plan-advice = 移除 buffered，把 direct 設為想要的值。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --buffered=1 --rw=randrw --size=2G --iodepth=64 --runtime=60
    這是緩衝 I/O：buffered=1 出現在後面。

agree = 同時給了 { $direct } 和 { $buffered }，意義相同。工作以 direct={ $used } 執行。
contradict = 同時給了 { $direct } 和 { $buffered }，互相矛盾。以較後出現的為準：工作以 direct={ $used } 執行。
