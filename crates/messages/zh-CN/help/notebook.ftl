about = 运行 Markdown 文件中的测量，并检查其中的论断
