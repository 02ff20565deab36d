plan-title = 資料量讓執行提前結束
plan-why = 如果 size 使工作結束，測量多久就取決於裝置：快的裝置測量時間比慢的短。
plan-advice = 設定 time_based 和 runtime；或移除 runtime，把 io_size 設到足以跑滿所要的時間。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --rw=randread --size=2G --iodepth=64 --runtime=60
    只要達到 36 MB/s，工作不到 60 s 就讀完 2 GiB。

run-title = 執行早於 runtime 結束
run-why = 沒有 time_based 時，工作傳完所有資料（size）就結束，執行時間短於要求的時間。
run-advice = 設定 time_based。
run-example = runtime=60 size=1G：工作 2.1 s 讀完 1 GiB 就結束了。
advice-wears-out = 把 size 設得夠大，讓所有工作執行緒都不會在 runtime 之前做完。--wear-out 不支援 time_based。

no-runtime = 沒有 runtime 時 time_based 沒有作用：工作傳完所有資料（size）就結束。
planned-never = 沒有 time_based，永遠跑不到 { $runtime } s 的 runtime：即使只有 100 MB/s、每個 I/O 2 ms，工作也只要約 { $slowest } 就傳完 { $total }。
planned = 沒有 time_based，size 可能讓工作提前結束：速度高於 { $rate }/s（{ $iops } IOPS）時，工作在 { $runtime } s 的 runtime 之前就傳完 { $total }。
ended = 工作傳完所有資料（size）就結束了：只執行 { $lasted }，而不是 { $runtime } s。
ended-by-ios = 工作做完 { $count } 個 I/O（number_ios）就結束了：只執行 { $lasted }，而不是 { $runtime } s。
ended-steady = 工作達到穩態就結束了：只執行 { $lasted }，而不是 { $runtime } s。
ended-by-another = 工作只執行了 { $lasted }，而不是 { $runtime } s：另一個工作設定了 exitall，會結束所有工作。
why-ended = 執行時間短於要求的時間。
advice-ios = 移除 number_ios 並設定 time_based，讓工作跑滿規定的時間。
advice-steady = 移除 steadystate，讓工作跑滿規定的時間。
advice-another = 移除 exitall，或只採用所有工作都在執行的那段時間的結果。
