assertions = 断言
hosts = 多主机
layers = 内核层
live = 运行期间
output = 输出
repeats = 重复与比较
store = 结果库
