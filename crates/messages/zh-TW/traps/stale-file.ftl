plan-title = 寫入測試用了上一次執行留下的檔案
plan-why = 第一次執行建立檔案並配置空間，這次執行則覆寫它。兩次是不同的測試，結果不能比較。檔案中的舊資料會遺失。
plan-advice = 設定 unlink=1，或每次執行前刪除檔案。若有意覆寫，先建立一次檔案，並設定 overwrite=1。
plan-example =
    fio --name=w --filename=warm --rw=write --ioengine=sync --direct=0 --end_fsync=1 --size=200M --bs=4k
    檔案是上一次執行留下的。這個指令的作者在後來的測試中，每次執行前都先刪除檔案。

exists = { $path } 已存在（{ $size }），將被覆寫。
exist = { $path } 和另外 { $more } 個檔案已存在（{ $size }），將被覆寫。
