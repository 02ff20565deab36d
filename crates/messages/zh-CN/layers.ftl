not-traced = 该次运行没有跟踪。
no-split = 没有按层拆分：{ $reason }
cells = 时间花在哪一层：每个负载另加一次带跟踪的运行，不计入以上数值
of-cell = { $cell }：{ $text }
