plan-title = 選項沒有作用
plan-why = 實際執行的工作和命令列寫的不一樣。
plan-advice = 移除這個選項，或修改讓它失效的設定。
plan-example =
    fio --name="EBS 4K randwrite test" --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randwrite --rwmixread=70 --size=16G --iodepth=64 --runtime=60
    randwrite 不會混合讀寫：這個工作完全不讀取。

no-effect = `{ $option }` 在這裡沒有作用。
