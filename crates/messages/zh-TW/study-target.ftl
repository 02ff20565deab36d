path-not-utf-8 = { $path }：路徑不是 UTF-8，而工作選項必須是 UTF-8；請切換到該目錄，以 . 作為路徑
