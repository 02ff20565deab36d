title = Wear levelling, TBW and DWPD
text =
    A flash block endures a limited number of program/erase cycles. With too few good blocks the drive becomes read-only. Wear levelling spreads the erases, so that no block fails early. Dynamic levelling writes to the free block with the fewest erases. Static levelling also moves unchanged data to use its blocks.
    TBW is the number of terabytes that the host may write within the warranty. The maker sets it, usually below the endurance of the cells. DWPD states the same limit in full drive writes per day of the warranty.
    Write amplification divides the lifetime: the same cells endure fewer host writes.
measuring = A write test uses up lifetime: writing twice the capacity of the drive in the figure uses 0.7 % of its TBW. `fiord endurance` reads from the drive how much of its life is used.
shows = The cost of levelling on simulated drives: dynamic levelling costs nothing, and strict static levelling raises write amplification from 2.2 to 2.4.
