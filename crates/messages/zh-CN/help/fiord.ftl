about = 会自我检查的存储基准测试：运行 fio 作业，并报告是否真的测到了磁盘
lang = 消息的语言 [默认：$FIORD_LANG，否则取自 locale]
after =
    fio 的命令行可以原样使用（例外见 docs/fio-differences.md）；
    名为 `fio` 的链接与 fio 行为相同：
      fiord --name=r --rw=randread …   运行作业，输出与 fio 相同
      fiord job.fio                    同上，使用作业文件
      fiord help fio                   fio 命令行的选项
      fiord --cmdhelp                  作业的所有选项；--cmdhelp=NAME 解释其中一个
      fiord --enghelp                  I/O 引擎
    退出码：0 成功，1 检查未通过，2 请求有误，3 检查未定，128 已中断。

    退出码：0 成功，1 检查未通过，2 请求有误，3 检查未定，128 已中断。
