## 整体替换的文件。前面是给出其路径的选项。

not-replaceable = 不是普通文件；fiord 会替换整个文件，请使用普通文件
no-file-name = 没有文件名；请给出文件名

## 运行为何没有分层数据。随运行保存。

layers-no-memory = 内存不足，无法保存工作线程的时间戳
layers-no-thread = 无法启动读取跟踪数据的线程：{ $error }
layers-thread-ended = 读取跟踪数据的线程提前结束
layers-no-device = 没有找到测试目标所在的本机块设备
layers-no-events = 无法启用跟踪事件：{ $error }
layers-no-trace = 无法读取跟踪数据：{ $error }

## 轮流运行的作业。随运行保存。

turns-not-started = 无法启动负责切换作业的线程（{ $error }），没有测量任何片段。
