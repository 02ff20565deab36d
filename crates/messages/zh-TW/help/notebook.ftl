about = 執行 Markdown 檔案中的測量，並檢查其中的主張
