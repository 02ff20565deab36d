about = 執行 fio 命令列或工作檔，檢查結果並輸出判定
words = 工作檔與 fio 選項，寫法與 fio 命令列相同，也可與下列選項混用
verbose = 顯示所有結論及其原因與來源，以及穩態
strict = 等級為 C 或 D 時，結束碼為 1
allow-destroy = 允許覆寫此區塊裝置，包括分割區與簽章
self-cost = 測量 fiord 對每個 I/O 的額外負擔：以 null 引擎執行這些選項
evidence = 同時將該次執行的 JSON 文件寫入 FILE
repeat = 執行 N 次並回報中位數，N 不小於 6 時附上信賴區間；--json 包含所有執行的文件
baseline = 持續執行，直到與 RESULT 的比較可以判定，最多 40 次（--repeat N：最多 N 次）。RESULT 是名稱、編號或檔案，同 `fiord compare`
vs = 交替執行此工作與 JOB（放在引號中的命令列），直到比較可以判定；--repeat 限制最多的對數
limits = 若比較符合條件（slower:5%、faster:5%、different:5% 或 inconclusive），結束碼為 1；結果未定時為 3
expectations = 檢查斷言，例如 read.p99<1ms、iops>5000、write.bw>=100MB/s 或 sync.p99.9<10ms（docs/checks.md）；使用 --repeat 時由信賴區間判定
reports = 回報斷言：junit:FILE、github（寫到標準錯誤輸出）或 github:FILE
layers = 在執行的隨機片段中追蹤核心，依層顯示延遲（root；docs/layers.md）；--layers=all 追蹤整次執行
layers-buffer = 同 --layers，每個 CPU 的核心緩衝區為此大小
spread = 搭配 --hosts：same（所有 rank 使用工作的檔案，預設）、files（每個 rank 一個檔案）、stripes（每個 rank 使用檔案的一部分）
shift-reads = 搭配 --hosts：讓只讀取的工作使用下一台主機上某個 rank 的資料
wear-out = 搭配 --hosts：執行時間結束後繼續，直到每個工作執行緒都趕上最快的工作執行緒在執行時間結束時的 I/O 量
after = 結束碼：0 完成，1 工作失敗、斷言未通過、符合 --fail-if 的條件，或等級為 C 或 D（--strict），2 要求有誤，3 斷言或條件未定，128 已中斷。
