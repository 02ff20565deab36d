title = Over-provisioning and TRIM
text =
    A drive has more flash (T) than the host uses (U). U is what the drive offers, or less if a part holds no data. Over-provisioning is (T − U) ÷ U; some authors divide by T. 128 GiB of flash sold as 128 GB has 7.4 %.
    TRIM (discard) tells the drive which blocks hold no data, after files were deleted. Their flash becomes spare space. Without TRIM the drive copies deleted data at each garbage collection.
    A drive that is not full, and trimmed, has more spare space and less write amplification.
measuring = State how full the drive was and whether it was trimmed before the test. For sustained values, fill it first. Do not read trimmed blocks: no flash is read. Run fstrim before a test and not during it, because the drive works on discards.
shows = Random writes to a simulated drive with data in 50 % to 100 % of it, and the rest trimmed: A rises from 1.2 to 7.3.
