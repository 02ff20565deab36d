plan-title = 百分位数的样本太少
