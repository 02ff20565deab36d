interrupted = 运行 { $id } 已中断。
full-of-hosts = --full：运行 { $id } 使用了多台主机，而 fio 的报告只涵盖一台；请去掉 --full
no-such-run = { $name }：{ $store } 中没有这次运行或研究；用 `fiord history` 列出全部
not-of-study = { $option }：只用于单次运行；研究 { $study } 包含多次运行，用 `fiord history --study { $study }` 列出
several-runs = 名为 { $name } 的运行有 { $runs } 次。这里显示最新的一次，即运行 { $id }。
one-run = 以上 { $runs } 次运行的存储编号是 { $ids }。`fiord report { $newest }` 显示最新的一次。
record-missing = 运行 { $id }：{ $store } 中缺少它的记录
not-json = { $file }：不是 fiord 的文档；请使用 --json 的输出

png-on-terminal = --png={ $chart }：标准输出是终端；请写入文件：> { $chart }.png
png-not-built = --png={ $chart }：此 fiord 编译时未启用 png 功能；用 --svg={ $chart } 得到同一图表
no-charts = { $chart }：没有该图表；结果的数值太少，无法绘图
no-such-chart = { $chart }：没有该图表；请使用以下之一：{ $charts }
picture-without-size = 图片没有尺寸
picture-too-large = 内存不足，无法生成图片

subject-run = 运行 { $id }
verified = { $subject }：根据记录重新计算了 { $compared } 个数值和判定，全部与保存的一致。
differs = { $subject }：{ $compared } 个数值和判定中有 { $different } 个与记录不符：
difference = 运行 { $id }，{ $value }：保存的是 { $stored }，重新计算得 { $recomputed }。
more-differences = 另有 { $differences } 个数值不符。
rules-may-differ = 本版本计算数值和判定的规则可能与保存时的版本不同。如果规则相同，说明结果库有过改动。
value-directions = 结果数（各作业的读、写和丢弃）
value-grade = 等级
value-verdict = 判定
value-wrong-findings = 严重程度为“错误”的结论数
value-failed-workers = 失败的工作线程数
value-seconds = 时长（秒）
value-iops = { $job } { $direction } 的 IOPS
value-throughput = { $job } { $direction } 的每秒字节数
value-p50 = { $job } { $direction } 的 p50
value-p99 = { $job } { $direction } 的 p99

page-written = { $file }：{ $kilobytes } KB，可用任意浏览器打开。
all-runs = 全部运行
heading-charts = 图表
heading-numbers = 数值
heading-machine = 主机
heading-evidence = 证据
heading-runs = 运行
heading-data = 数据
again = 再次显示：
made-by = 由 fiord 生成。本页不从任何服务器加载内容。脚本只用于缩放图表、切换刻度和隐藏曲线。
table-as-csv = { $table }（CSV）
document-as-json = 本文件内含 JSON 格式的完整文档（{ $kilobytes } KB），位于元素 #document 中。
no-page = 文档 `{ $document }` 没有对应的网页；请使用 `run`、`repeats`、`hosts`、`survey`、`study`、`check`、`compare`、`import`、`history` 或 `ladder` 文档
no-envelope = 不是 fiord 的文档
document-broken = 无法读取文档 `{ $document }`：{ $error }

repeated-runs = 这是多次运行的文档；请使用其数组 `runs` 中的一个文档
other-document = 此处不支持 fiord 的文档 `{ $document }`；请使用单次运行的文档（`fiord run --json`）
newer-document = 文档 `{ $document }` 的版本是 { $version }，由更新的 fiord 写入；此 fiord 能读取的版本是 { $supported }
unexpected-document = 此处不支持 fiord 的文档 `{ $document }`；请使用文档 `{ $expected }`
incomplete-document = 不是完整的运行文档：{ $error }
