title = Open and closed loop
text =
    In a closed loop each worker sends, waits for the answer, and sends again. If the device becomes slower, it gets less load. A closed loop measures capacity.
    In an open loop requests arrive at their own rate, as those of users do. If the device is slower than this rate, the queue grows without limit. An open loop measures latency at a given load.
    Near full load, waiting dominates. With random arrivals and random service times (M/M/1), the mean response time is the service time ÷ (1 − load).
measuring = Use a closed loop to find how much a device can do. Then set rate_iops to a share of that, with rate_process=poisson, to find the response time at your load. Quote a latency together with its load.
shows = The second job runs at 80 % of the rate of the first. Its service time is the same, but the p50 of its response time is 5 times as long.
