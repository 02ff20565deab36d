ranks-on-hosts = { $hosts } 台主机上的 { $ranks } 个 rank
rank-error = { $host } 上的 rank { $rank }：{ $error }
hosts-alike = 就已知信息而言，各主机没有差异。
hosts-differ = 各主机的差异（{ $hosts }）：
difference = { $property }：{ $values }
