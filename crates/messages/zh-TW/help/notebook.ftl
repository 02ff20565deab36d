about = 測量 Markdown 檔案中的區塊，並檢查其中的主張
