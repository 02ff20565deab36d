machine-title = a cloud volume has bought limits
machine-why = IOPS and throughput are capped by the volume's and the instance's size, some with a burst that ends: a short run measures the burst
machine-advice = look up the caps of volume and instance and put them next to the result; run longer than the burst
machine-example = nvme0n1 is aws EBS
