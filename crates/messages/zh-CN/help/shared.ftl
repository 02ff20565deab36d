allow-destroy = 允许覆盖此块设备
allow-no-flush = 允许在此块设备上设置 write_cache="write through"，或在此挂载点设置 barrier=0：在此期间断电可能丢失任何程序已同步的数据
journal = 更改之前先将其记入此文件 [默认：/run/fiord/undo]
commands = 同时输出各负载的命令
csv = 将表格输出为 CSV
filename-on = 与 --hosts 合用：在 HOST 上使用此目录、文件或设备，代替共同的目标；多台主机请重复此选项
full = 同时显示 fio 的报告
hosts = 在 MPI 启动器的所有主机上共同测量：mpirun -np 4 fiord … --hosts …（docs/many-hosts.md）
html = 将页面写入 FILE：答案、结论、图表、数值和数据都在一个文件中，任何浏览器都能打开
json = 输出 JSON（docs/json.md）
layers = 每个负载另加一次带跟踪的运行，报告耗时最多的内核层（root；docs/layers.md）
md = 输出 Markdown
metrics = 将数值以 OpenMetrics 格式写入 FILE，供 node_exporter 的 textfile 收集器使用（docs/metrics.md）
no-store = 不存储结果
quick = 重复六次，每次一秒；跳过标有 quick = false 的水平
reports = 写出机器可读的报告：junit:FILE、github（写到标准错误）或 github:FILE
save = 以此名称存储结果，供 `fiord report NAME` 使用
seed = 设置运行顺序和偏移量的随机种子
spec = 将结果与规格书核对（TOML 文件，见 docs/spec-sheets.md，或 `fiord compare --list` 中的条目名）
spread = 与 --hosts 合用：所有 rank 都使用整个文件或设备（same），或各用其中一部分（stripes）；在目录中每个 rank 有各自的文件
standard = 使用研究或方案的设置（默认）
store = 使用此结果库 [默认：$FIORD_STORE，否则为 $XDG_DATA_HOME 或 ~/.local/share 中的 fiord/runs.sqlite]
tag = 为存储的运行添加标签（可重复使用，也可用逗号分隔多个标签）；`fiord history --tag` 和 `fiord serve` 显示带有某个标签的运行
thorough = 每次运行 30 秒，运行 20 到 100 次，直到置信区间在 ± 2.5% 以内
verbose = 显示所有结论及其原因和来源
live = 运行期间每秒写一行 JSON 到标准错误（json）或 FILE（json:FILE）（docs/json.md）
metrics-listen = 运行期间在 http://ADDRESS:PORT/metrics 提供 OpenMetrics（docs/metrics.md）；不写地址时只有本机可以读取
