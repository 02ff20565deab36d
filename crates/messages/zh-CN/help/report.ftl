about = 显示已存的运行；判定由其数据重新计算
run = `fiord history` 所列的运行或研究：运行编号、study:ID，或名称（取该名称中最新的；run --repeat 则取全部运行）。图表和页面也接受用 --json 写出的 JSON 文件（run、survey、study、sweep、check、compare、import、ladder、history）
verify = 由记录重新计算该次运行（使用 --study 时为该研究）的每个数值并比较；有差异时退出码为 1
study = 显示研究：RUN 是研究的编号或名称
svg = 将页面中的一个图表输出为 SVG；名称未知时列出所有图表
png = 将页面中的一个图表输出为 PNG：`--png percentiles > p.png`。仅适用于启用 png 功能的构建
plot = 以文本绘制页面中的一个图表，或全部图表
