plan-title = nothing to do I/O on
plan-why = the job ends with an error before its first I/O
plan-advice = give size= for a file that is yet to be made, or name a file or device that this user may open
plan-example = 
    fio --name=r --filename=fresh --rw=randread --direct=1 --bs=4k
    The file does not exist, and nothing says how large it is to be.
