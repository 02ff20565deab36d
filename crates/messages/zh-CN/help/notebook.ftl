about = 测量 Markdown 文件中的块，并检查其中的断言
