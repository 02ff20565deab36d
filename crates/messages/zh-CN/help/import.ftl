about = 导入 fio、iostat、dd 等工具的结果；检查其中的错误；存入结果库
files = 含有结果的文件：fio 的任何输出格式、fio 的日志、iostat、ping、scp、dd、hdparm、ioping、sysbench、bonnie++、Markdown 表格（docs/import.md）；`-` 表示标准输入
verbose = 显示每次运行、每条结论及其原因，以及所有未能识别的行
