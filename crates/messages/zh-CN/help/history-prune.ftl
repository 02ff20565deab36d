about = 删除运行。除非给出 --named 或 --studies，否则保留命名的运行和研究的运行
older-than = 删除早于某个日期（2026-11-22）或时间的运行，或早于某个时长（12h、90d、6w）的运行
keep = 保留最新的 N 次运行
named = 也删除命名的运行
studies = 也删除研究的运行
