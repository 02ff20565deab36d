about = 解释作业，列出其问题并更正，不运行作业；或解释一个专题，例如 page-cache
verbose = 显示每条结论的原因和来源
fix = 只输出更正后的作业，形式与输入相同：作业文件或命令行
result = 检查结果文件而不是作业：fio 的 JSON 或 json+、fiord 的 JSON，或 `fiord import` 能读取的任何文本；`-` 表示标准输入
seen = 核对手工输入的数值，例如 iops=6164,lat=7-10us 或 IOPS=651k,BW=2543MiB/s，看是否符合作业可能的在途 I/O 数。键：iops、bw、lat 或 clat、job。不给出作业时，用一句含有测试程序名称的话，例如 "sysbench fileio 11511 MiB/s"
spec = 对照规格书（TOML 文件，或公开数值表中的条目名）核对作业或结果
strict = 有结论为 `care` 或 `wrong` 时，退出码为 1
list = 列出专题和结论规则
jobs = 作业文件、fio 选项，或放在引号中的整条命令；开头的 `fio` 或 `sudo fio` 会去掉。也可以是名称：专题（page-cache）、规则（cache-read）、方案（etcd）、研究（read-depth）或结果库中的结果。不带参数时，与 --list 相同
