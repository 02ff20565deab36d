machine-title = the disk is hot, worn or failing
machine-why = a hot disk slows itself down, a worn one repairs while it serves
machine-advice = cool it, or measure another one; `nvme smart-log` and `smartctl -x` show more
machine-example = nvme0n1: 84 °C, warns at 83 °C
