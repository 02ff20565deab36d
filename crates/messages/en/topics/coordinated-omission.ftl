title = Coordinated omission
text =
    A generator that waits for each answer sends nothing while the device stalls. The requests that users would have sent then are not in its statistics.
    Example: 1,000 requests per second are due, and the device stalls for 1 s. The generator records one latency of 1 s, but 1,000 users waited, 500 ms on average.
    The remedy is a scheduled start for each request. The response time counts from the scheduled start, and the service time from the actual start.
measuring = Set a rate (rate_iops) and read the line `response (from scheduled start)` of `fiord run`. fio's own latencies hide the wait before the start.
shows = 1,000 writes per second are due, with a pause of 10 ms after every 256 writes. The p99 of the service time is 20 µs, that of the response time 7 ms.
