about = 运行研究
study = 研究文件，或内置研究的名称
target = 存放测试文件的目录（测试后删除文件）；只供读取的文件；或设备（含写入的研究会覆盖该设备）。模拟引擎不需要
time = 设置所有运行的总时限，例如 15m。到达时限后，研究在下一次运行之前停止；`fiord study resume --time` 可继续
spec = 将结论与此规格书核对（docs/spec-sheets.md）
slo = 对每个组合（各因子水平的搭配），查找满足此延迟限值（例如 p99<5ms）的最高到达速率
layers = 每个组合另加一次带跟踪的运行，报告耗时最多的内核层（root；docs/layers.md）
no-store = 不存储结果。研究将无法继续
