about = 會自我檢查的儲存效能測試：執行 fio 工作，並回報是否真的測到了磁碟
lang = 訊息的語言 [預設：$FIORD_LANG，否則取自 locale]
after =
    fio 的命令列可以原樣使用（例外見 docs/fio-differences.md）；
    名為 `fio` 的連結與 fio 行為相同：
      fiord --name=r --rw=randread …   執行工作，輸出與 fio 相同
      fiord job.fio                    同上，使用工作檔
      fiord help fio                   fio 命令列的選項
      fiord --cmdhelp                  工作的所有選項；--cmdhelp=NAME 說明其中一個
      fiord --enghelp                  I/O 引擎
    結束碼：0 成功，1 檢查未通過，2 要求有誤，3 檢查未定，128 已中斷。

    結束碼：0 成功，1 檢查未通過，2 要求有誤，3 檢查未定，128 已中斷。
