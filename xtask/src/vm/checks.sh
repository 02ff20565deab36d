# What is checked in the guest of `cargo xtask vm`. Each check prints one line: `CHECK name ok`, or why not.
# busybox is the shell; /bin has fio, fiord, blkzone and dmsetup.

only=$(cat /only)
cd /tmp

check() {
    this=$1
    shift
    case "$this" in *"$only"*) ;; *) return ;; esac
    if "$@" >said 2>&1; then
        echo "CHECK $this ok"
    else
        echo "CHECK $this failed: $(tail -n 6 said | tr '\n\r' '  ' | cut -c1-500)"
    fi
}

skip() {
    case "$1" in *"$only"*) echo "CHECK $1 skipped: $2" ;; esac
}

# null_device NAME [SETTING=VALUE]...: a device in memory, by configfs.
null_device() {
    folder=/sys/kernel/config/nullb/$1
    mkdir $folder || return 1
    shift
    for setting in blocksize=4096 memory_backed=1 "$@"; do
        echo ${setting#*=} >$folder/${setting%%=*} || return 1
    done
    echo 1 >$folder/power
}

# zones DEVICE: write pointer and condition of each zone.
zones() {
    blkzone report $1 | sed 's/.*start: \([0-9a-fx]*\),.*wptr \([0-9a-fx]*\) .*zcond: *\([0-9]*\).*/\1 \2 \3/'
}

# Sectors that were written into zones with a write pointer. The pointer of a full zone means nothing: it holds its capacity.
written() {
    sum=0
    for pointer in $(blkzone report $1 | grep -v '0(nw)' |
        sed -e 's/.*cap \([0-9a-fx]*\),.*14(fu).*/\1/' -e 's/.*wptr \([0-9a-fx]*\) .*/\1/'); do
        sum=$((sum + pointer))
    done
    echo $sum
}

ours() {
    device=$1
    shift
    fiord --allow-destroy=$device --name=a --filename=$device --zonemode=zbd --direct=1 --output-format=json --output=ours.json "$@"
}

theirs() {
    device=$1
    shift
    fio --name=a --filename=$device --zonemode=zbd --direct=1 --output-format=json --output=theirs.json "$@"
}

# number FILE KEY: the first number of this key that is not 0.
number() {
    sed -n "s/.*\"$2\" *: *\([0-9][0-9]*\).*/\1/p" $1 | grep -v '^0$' | head -n 1
}

# same_zones DEVICE JOB...: both programs leave the zones alike, from empty ones.
same_zones() {
    device=$1
    blkzone reset $device || return 1
    theirs "$@" || { echo "fio ended with $?"; return 1; }
    zones $device >zones.theirs
    blkzone reset $device || return 1
    ours "$@" || { echo "fiord ended with $?"; return 1; }
    zones $device >zones.ours
    cmp zones.theirs zones.ours || { diff zones.theirs zones.ours; return 1; }
    [ "$(number theirs.json total_ios)" = "$(number ours.json total_ios)" ] || {
        echo "fio made $(number theirs.json total_ios) I/Os, fiord $(number ours.json total_ios)"
        return 1
    }
}

# all_written DEVICE JOB...: what fiord counts as written lies in the zones. Only for jobs that reset nothing.
all_written() {
    device=$1
    blkzone reset $device || return 1
    ours "$@" || return 1
    [ $(($(number ours.json io_bytes) / 512)) = $(written $device) ] || {
        echo "$(number ours.json io_bytes) bytes counted, $(written $device) sectors in the zones"
        return 1
    }
}

# refused DEVICE WORDS JOB...: fiord does not run it, and says why.
refused() {
    device=$1
    words=$2
    shift 2
    if ours $device "$@"; then
        echo "it ran"
        return 1
    fi
    grep -q "$words" said
}

open_zones() {
    blkzone report $1 | grep -c -E 'zcond: *(2|3|4)\('
}

keeps_to_open_limit() {
    blkzone reset $1 || return 1
    ours "$@" || return 1
    [ "$(open_zones $1)" -le 2 ] || { echo "$(open_zones $1) zones are open"; return 1; }
}

reads_written() {
    blkzone reset $1 || return 1
    ours $1 --rw=write --bs=64k --size=6z --zonesize=$2 --io_size=512k || return 1
    ours $1 --rw=randread --bs=16k --norandommap --number_ios=200 || return 1
    [ "$(number ours.json total_ios)" = 200 ]
}

begun_zone_goes_on() {
    blkzone reset $1 || return 1
    theirs $1 --rw=write --bs=4k --io_size=12k || return 1
    before=$(written $1)
    ours $1 --rw=write --bs=4k --io_size=20k || return 1
    [ $((before + 40)) = "$(written $1)" ] || { echo "$before sectors before, $(written $1) now"; return 1; }
}

trims_reset() {
    blkzone reset $1 || return 1
    ours $1 --rw=write --bs=64k --size=4z --zonesize=$2 || return 1
    ours $1 --rw=randtrim --bs=$2 --size=4z --zonesize=$2 || return 1
    [ "$(written $1)" = 0 ]
}

# verified DEVICE JOB...: each block that the job writes is read back, and right.
verified() {
    device=$1
    blkzone reset $device || return 1
    shift
    ours $device "$@" --verify=crc32c || return 1
    [ "$(both_ios ours.json)" = equal ] || { grep total_ios ours.json; return 1; }
}

# both_ios FILE: whether as many I/Os were read as written.
both_ios() {
    set -- $(sed -n 's/.*"total_ios" *: *\([0-9]*\).*/\1/p' $1)
    [ "$1" = "$2" ] && [ "$1" -gt 0 ] && echo equal
}

# Zones that hold data are emptied by both programs before they write what they verify.
verify_begins_empty() {
    device=$1
    shift
    ours $device --rw=write --bs=64k --size=4z "$@" || return 1
    theirs $device --rw=write --bs=64k --size=4z --io_size=256k --verify=md5 "$@" || return 1
    zones $device >zones.theirs
    blkzone reset $device || return 1
    ours $device --rw=write --bs=64k --size=4z "$@" || return 1
    ours $device --rw=write --bs=64k --size=4z --io_size=256k --verify=md5 "$@" || return 1
    zones $device >zones.ours
    cmp zones.theirs zones.ours || { diff zones.theirs zones.ours; return 1; }
}

# What one program wrote into zones the other verifies; a zone that was written anew by somebody else is found.
verify_each_other() {
    device=$1
    size=$2
    for pair in "ours theirs" "theirs ours"; do
        set -- $pair
        blkzone reset $device || return 1
        $1 $device --rw=randwrite --bs=16k --size=3z --zonesize=$size --verify=crc32c --do_verify=0 --ioengine=libaio --iodepth=4 || return 1
        $2 $device --rw=read --bs=16k --size=3z --zonesize=$size --verify=crc32c || { echo "$2 calls zones of $1 wrong"; return 1; }
        blkzone reset -o 0 -c 1 $device || return 1
        dd if=/dev/urandom of=$device bs=16k count=1 oflag=direct || return 1
        if $2 $device --rw=read --bs=16k --size=3z --zonesize=$size --verify=crc32c; then
            echo "$2 finds nothing wrong in foreign bytes"
            return 1
        fi
        [ $2 = theirs ] || grep -q "verify failed at file $device offset 0," said || return 1
    done
}

# A device with a signature: without an option that names it nothing may be reset or written.
no_consent() {
    blkzone reset $1 || return 1
    { head -c 4086 /dev/zero; printf SWAPSPACE2; } >page
    dd if=page of=$1 bs=4096 oflag=direct || return 1
    before=$(zones $1)
    for mode in "trim --bs=$2" "write --bs=4k --io_size=12k" "randwrite --bs=64k --io_size=1m --zone_reset_frequency=1"; do
        if fiord --name=a --filename=$1 --zonemode=zbd --direct=1 --rw=$mode; then
            echo "it ran: $mode"
            return 1
        fi
        grep -q "allow-destroy=$1" said || return 1
    done
    [ "$before" = "$(zones $1)" ] || return 1
    fiord --allow-destroy=$1 --name=a --filename=$1 --zonemode=zbd --direct=1 --rw=trim --bs=$2
}

# What a job that only reads leaves: the zones as they were.
reads_change_nothing() {
    blkzone reset $1 || return 1
    theirs $1 --rw=write --bs=64k --io_size=5m || return 1
    before=$(zones $1)
    fiord --name=a --filename=$1 --zonemode=zbd --direct=1 --rw=randread --bs=4k --number_ios=50 --norandommap || return 1
    fiord --readonly --name=a --filename=$1 --zonemode=zbd --direct=1 --rw=read --bs=64k || return 1
    [ "$before" = "$(zones $1)" ]
}

# Somebody else writes at the write pointer while the job pauses: its next write fails, and with the option it goes on behind.
recovers() {
    blkzone reset $1 || return 1
    head -c 4096 /dev/zero >page
    fiord --allow-destroy=$1 --name=a --filename=$1 --zonemode=zbd --direct=1 --rw=write --bs=4k --io_size=160k --thinktime=100ms \
        --continue_on_error=write --recover_zbd_write_error=1 --output-format=json --output=ours.json &
    job=$!
    wrote=""
    # On a busy machine it may take seconds to start.
    while kill -0 $job; do
        pointer=$(blkzone report -c 1 $1 | sed 's/.*wptr \([0-9a-fx]*\) .*/\1/')
        # The first write is there, and it is ours that is met, not the end.
        if [ $((pointer)) -gt 0 ] && dd if=page of=$1 bs=4096 count=1 seek=$((pointer / 8)) oflag=direct; then
            wrote=yes
            break
        fi
    done
    wait
    [ "$wrote" ] || { echo "nothing could be written in between"; return 1; }
    [ "$(number ours.json total_err)" = 1 ] || { echo "$(number ours.json total_err) errors"; return 1; }
    # One block of the other writer, and all of ours but the one that failed.
    [ "$(written $1)" = $((40 * 8)) ] || { echo "$(written $1) sectors in the zones"; return 1; }
}

explains() {
    fiord explain --name=a --filename=$1 --zonemode=zbd --direct=1 --rw=randwrite --bs=64k && grep -q "write pointer" said
}

zoned() {
    device=$1
    size=$2
    name=$3
    check $name-write same_zones $device --rw=write --bs=64k --io_size=3m
    check $name-write-all same_zones $device --rw=write --bs=64k --size=6z --zonesize=$size
    check $name-write-twice same_zones $device --rw=write --bs=64k --size=3z --zonesize=$size --loops=2
    check $name-offset same_zones $device --rw=write --bs=16k --size=4z --offset=2z --zonesize=$size --io_size=2m
    check $name-libaio same_zones $device --rw=write --bs=64k --ioengine=libaio --iodepth=8 --size=3z --zonesize=$size
    check $name-uring all_written $device --rw=write --bs=64k --ioengine=io_uring --iodepth=8 --size=3z --zonesize=$size
    check $name-random all_written $device --rw=randwrite --bs=32k --norandommap --io_size=1m
    check $name-random-deep all_written $device --rw=randwrite --bs=32k --norandommap --io_size=1m --ioengine=libaio --iodepth=16
    check $name-clones all_written $device --rw=randwrite --bs=32k --norandommap --io_size=512k --numjobs=4 --group_reporting
    check $name-clones-deep all_written $device --rw=randwrite --bs=16k --norandommap --io_size=512k --numjobs=4 --group_reporting --ioengine=io_uring --iodepth=8
    check $name-sequence-clones ours $device --rw=write --bs=16k --io_size=512k --numjobs=3 --group_reporting
    check $name-resets ours $device --rw=randwrite --bs=64k --size=3z --zonesize=$size --io_size=24m
    check $name-resets-deep ours $device --rw=randwrite --bs=64k --size=3z --zonesize=$size --io_size=24m --ioengine=libaio --iodepth=8 --numjobs=2
    check $name-mixed ours $device --rw=randrw --bs=16k --size=4z --zonesize=$size --io_size=8m --ioengine=libaio --iodepth=8
    check $name-rate-resets ours $device --rw=randwrite --bs=64k --size=4z --zonesize=$size --io_size=4m --zone_reset_frequency=0.2 --zone_reset_threshold=0.1
    check $name-read-written reads_written $device $size
    check $name-goes-on begun_zone_goes_on $device
    check $name-open-limit keeps_to_open_limit $device --rw=randwrite --bs=32k --norandommap --io_size=4m --max_open_zones=2
    check $name-trim trims_reset $device $size
    check $name-no-consent no_consent $device $size
    check $name-recover recovers $device
    check $name-reads-only reads_change_nothing $device
    check $name-verify verified $device --rw=write --bs=64k --size=4z --zonesize=$size
    check $name-verify-random verified $device --rw=randwrite --bs=64k --size=4z --zonesize=$size --norandommap --ioengine=libaio --iodepth=8
    check $name-verify-uring verified $device --rw=randwrite --bs=32k --size=4z --zonesize=$size --verify_backlog=16 --ioengine=io_uring --iodepth=8
    check $name-verify-loops verified $device --rw=randwrite --bs=64k --size=3z --zonesize=$size --loops=2
    check $name-verify-mixed ours $device --rw=randrw --bs=16k --size=4z --zonesize=$size --io_size=6m --ioengine=libaio --iodepth=8 --verify=md5
    check $name-verify-clones ours $device --rw=randrw --bs=16k --size=4z --zonesize=$size --io_size=3m --ioengine=libaio --iodepth=8 --numjobs=3 --verify=crc32c
    check $name-verify-resets ours $device --rw=randwrite --bs=64k --size=4z --zonesize=$size --io_size=3m --verify=crc32c --zone_reset_frequency=0.2 --zone_reset_threshold=0.1
    check $name-verify-beyond ours $device --rw=randrw --bs=16k --size=4z --zonesize=$size --io_size=3m --ioengine=io_uring --iodepth=8 --verify=crc32c --read_beyond_wp=1
    check $name-verify-empties verify_begins_empty $device --zonesize=$size
    check $name-verify-both verify_each_other $device $size
    check $name-explain explains $device
    check $name-buffered refused $device "direct=1" --rw=write --bs=4k --direct=0 --io_size=12k
    check $name-wrong-size refused $device "zonesize=65536" --rw=write --bs=4k --zonesize=64k --io_size=12k
}

if [ -d /sys/kernel/config/nullb ]; then
    null_device plain size=64 zoned=1 zone_size=1
    zoned /dev/plain 1m nullb
    null_device small size=64 zoned=1 zone_size=2 zone_capacity=1 zone_nr_conv=2 zone_max_open=4 zone_max_active=4
    check small-write same_zones /dev/small --rw=write --bs=64k --offset=2z --zonesize=2m --io_size=4m
    check small-all same_zones /dev/small --rw=write --bs=64k --offset=2z --size=6z --zonesize=2m
    check small-conventional ours /dev/small --rw=randwrite --bs=4k --size=4z --zonesize=2m --io_size=2m
    check small-random all_written /dev/small --rw=randwrite --bs=32k --norandommap --offset=4z --zonesize=2m --io_size=2m
    check small-odd ours /dev/small --rw=randwrite --bs=36k --offset=2z --zonesize=2m --size=8z --io_size=8m
    check small-verify ours /dev/small --rw=randrw --bs=4k --size=5z --zonesize=2m --io_size=4m --ioengine=libaio --iodepth=8 --verify=crc32c
    check small-verify-odd refused /dev/small "bs=36864" --rw=randwrite --bs=36k --offset=2z --zonesize=2m --size=4z --verify=crc32c
    check small-above-limit refused /dev/small "max_open_zones=8" --rw=randwrite --bs=4k --max_open_zones=8 --io_size=12k
else
    skip nullb "the kernel has no null_blk"
fi

if [ -b /dev/nvme0n1 ] && grep -q host-managed /sys/block/nvme0n1/queue/zoned; then
    zoned /dev/nvme0n1 4m zns
else
    skip zns "there is no zoned NVMe device"
fi

# However slow the guest is, a read takes no less than the delay.
delayed() {
    fiord --name=a --filename=/dev/mapper/slow --rw=randread --bs=4k --number_ios=20 --direct=1 --output-format=json --output=slow.json || return 1
    least=$(sed -n 's/.*"min" *: *\([0-9]*\).*/\1/p' slow.json | sort -n | awk '$1 > 1000000' | head -n 1)
    [ "${least:-0}" -ge 30000000 ] || { echo "the fastest read took $least ns"; return 1; }
}

sees() {
    words=$1
    shift
    "$@"
    grep -q "$words" said || { echo "no \`$words\` in what it says"; return 1; }
}

if [ -d /sys/kernel/config/nullb ] && [ -e /dev/mapper/control ]; then
    null_device base size=64
    echo "0 131072 delay /dev/base 0 30" | dmsetup --noudevsync create slow
    dmsetup --noudevsync mknodes slow
    check dm-delay delayed
    check dm-delay-doctor sees "delay" fiord doctor /dev/mapper/slow
    check dm-delay-explain sees "delay" fiord explain --name=a --filename=/dev/mapper/slow --rw=randread --bs=4k --direct=1 --runtime=10
    dmsetup --noudevsync remove slow 2>/dev/null
else
    skip dm-delay "the kernel has no device mapper, or no null_blk"
fi

# told DEVICE KEY: a number that the drive tells of its life; empty: none.
told() {
    fiord endurance $1 --json >endurance.json || return 1
    tr -d ' \n' <endurance.json | sed -n "s/.*\"$2\":{\"value\":\([0-9]*\),.*/\1/p"
}

# counts_writes DEVICE: the drive's own counter grows by what is written to it, in units of 512,000 bytes, and by no more.
counts_writes() {
    before=$(told $1 host_written) || return 1
    fiord --allow-destroy=$1 --name=a --filename=$1 --direct=1 --rw=write --bs=1m --size=32m || return 1
    grew=$(($(told $1 host_written) - before))
    [ $grew -ge $((32 * 1048576 - 512000)) ] && [ $grew -le $((32 * 1048576 + 2 * 512000)) ] || {
        echo "32 MiB were written, and the drive counted $grew bytes"
        return 1
    }
}

# leaves_alone DEVICE: asking a drive writes nothing to it.
leaves_alone() {
    before=$(tr -s ' ' <$(echo /sys/block/${1#/dev/}/stat) | cut -d' ' -f6)
    sum=$(md5sum <$1)
    fiord endurance $1 || return 1
    [ "$sum" = "$(md5sum <$1)" ] || { echo "its data changed"; return 1; }
    [ "$before" = "$(tr -s ' ' <$(echo /sys/block/${1#/dev/}/stat) | cut -d' ' -f6)" ] || { echo "it was written to"; return 1; }
}

if [ -b /dev/nvme1n1 ]; then
    check endurance-nvme counts_writes /dev/nvme1n1
    check endurance-nvme-says sees "NVMe log 02h" fiord endurance /dev/nvme1n1
    check endurance-nvme-no-ocp sees "OCP log C0h: the drive answered with the error" fiord endurance /dev/nvme1n1
    check endurance-nvme-reads leaves_alone /dev/nvme1n1
else
    skip endurance-nvme "there is no second NVMe device"
fi

# QEMU's SATA disk answers IDENTIFY DEVICE, lists no statistics, and its maker published no attributes.
ssd=
for disk in /sys/block/sd*; do
    grep -qs ATA $disk/device/vendor && ssd=/dev/${disk##*/}
done
if [ -n "$ssd" ]; then
    check endurance-sata sees "ATA log 04h: the drive does not offer this log" fiord endurance $ssd
    check endurance-sata-model sees "does not know the meaning of the attributes of QEMU HARDDISK" fiord endurance $ssd
    check endurance-sata-reads leaves_alone $ssd
else
    skip endurance-sata "there is no SATA disk"
fi

if [ -b /dev/nvme0n1 ]; then
    check nvme-doctor sees "QEMU" fiord doctor /dev/nvme0n1
    check nvme-explain sees "zonemode=zbd" fiord explain --name=a --filename=/dev/nvme0n1 --rw=randwrite --bs=4k --direct=1 --runtime=10
else
    skip nvme "there is no NVMe device"
fi

if [ -b /dev/sda ]; then
    check scsi-doctor sees "scsi_debug" fiord doctor /dev/sda
    check scsi-write fiord --allow-destroy=/dev/sda --name=a --filename=/dev/sda --rw=randwrite --bs=4k --direct=1 --size=4m --verify=crc32c
else
    skip scsi "the kernel has no scsi_debug"
fi

# passes PROGRAM DEVICE JOB...: one program's job of commands; `ours.json` or `theirs.json` is its report.
passes() {
    program=$1
    device=$2
    shift 2
    case $program in
        fio) fio --name=a --filename=$device --output-format=json --output=theirs.json "$@" ;;
        *) fiord --allow-destroy=$disk --name=a --filename=$device --output-format=json --output=ours.json "$@" ;;
    esac
}

# same_commands DEVICE JOB...: both programs end alike, and count as many I/Os.
same_commands() {
    passes fio "$@"
    theirs=$?
    passes fiord "$@"
    [ $theirs = $? ] || { echo "fio ended with $theirs"; return 1; }
    [ "$(number theirs.json error)" = "$(number ours.json error)" ] || {
        echo "fio has error $(number theirs.json error), fiord $(number ours.json error)"
        return 1
    }
    # Of jobs that fail, fio counts the failed I/O.
    [ -z "$(number ours.json error)" ] || return 0
    for key in total_ios io_bytes; do
        [ "$(number theirs.json $key)" = "$(number ours.json $key)" ] || {
            echo "$key: fio $(number theirs.json $key), fiord $(number ours.json $key)"
            return 1
        }
    done
}

# each_reads_the_other DEVICE JOB...: what one program wrote by commands, the other verifies by commands, both ways.
each_reads_the_other() {
    device=$1
    shift
    passes fio $device --rw=write --verify=crc32c --do_verify=0 --randseed=7 "$@" || return 1
    passes fiord $device --rw=read --verify=crc32c "$@" || return 1
    [ "$(number ours.json total_ios)" -gt 0 ] || return 1
    passes fiord $device --rw=write --verify=sha1 --do_verify=0 --randseed=8 "$@" || return 1
    passes fio $device --rw=read --verify=sha1 "$@"
}

# writes_zeros DEVICE JOB...: the first MiB of the disk holds zeros afterwards.
writes_zeros() {
    tr '\0' 'x' </dev/zero | dd of=$disk bs=4096 count=256 oflag=direct iflag=fullblock || return 1
    passes fiord "$@" || return 1
    dd if=$disk of=read bs=4096 count=256 iflag=direct || return 1
    head -c 1048576 /dev/zero | cmp - read
}

# generic_no_consent DEVICE JOB...: through a generic device nothing is written that its disk is not named for.
generic_no_consent() {
    device=$1
    shift
    { head -c 4086 /dev/zero; printf SWAPSPACE2; } >page
    dd if=page of=$disk bs=4096 oflag=direct || return 1
    dd if=$disk of=before bs=4096 count=256 iflag=direct || return 1
    for allowed in /dev/zero $device; do
        for mode in write randtrim; do
            if fiord --allow-destroy=$allowed --name=a --filename=$device --rw=$mode "$@"; then
                echo "it ran: $mode with $allowed"
                return 1
            fi
            grep -q "allow-destroy=$disk" said || return 1
        done
    done
    # Nor by an engine that would write the bytes of its blocks where commands are expected.
    if fiord --allow-destroy=$disk --name=a --filename=$device --rw=write --size=64k; then
        echo "psync wrote to it"
        return 1
    fi
    # In use: whatever is allowed.
    echo "0 2048 linear $disk 0" | dmsetup --noudevsync create user || return 1
    if passes fiord $device --rw=write "$@"; then
        dmsetup --noudevsync remove user
        echo "it ran on a disk in use"
        return 1
    fi
    dmsetup --noudevsync remove user || return 1
    dd if=$disk of=after bs=4096 count=256 iflag=direct || return 1
    cmp before after && passes fiord $device --rw=write "$@"
}

# held DEVICE JOB...: while the job runs, nobody else gets the disk.
held() {
    passes fiord "$@" --thinktime=100ms &
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        # It was refused, for it looked while the disk was ours.
        [ "$(ls /proc/$!/fd)" ] || passes fiord "$@" --thinktime=100ms &
        if echo "0 2048 linear $disk 0" | dmsetup --noudevsync create user; then
            dmsetup --noudevsync remove user
            sleep 0.2
        else
            wait
            return 0
        fi
    done
    wait
    return 1
}

# part_refused JOB...: commands to a part of the disk would reach the whole of it.
part_refused() {
    tr '\0' 'x' </dev/zero | dd of=$disk bs=4096 count=256 oflag=direct iflag=fullblock || return 1
    dd if=$disk of=before bs=4096 iflag=direct || return 1
    echo "0 2048 linear $disk 4096" | dmsetup --noudevsync create part || return 1
    dmsetup --noudevsync mknodes part
    node=/dev/$(ls /sys/block | grep dm- | head -n 1)
    for mode in write read; do
        if fiord --allow-destroy=$node --name=a --filename=$node --rw=$mode "$@"; then
            dmsetup --noudevsync remove part
            echo "it ran: $mode"
            return 1
        fi
        grep -q "use the whole disk" said || { dmsetup --noudevsync remove part; return 1; }
    done
    dmsetup --noudevsync remove part
    dd if=$disk of=after bs=4096 iflag=direct && cmp before after
}

not_a_disk() {
    device=$1
    shift
    fiord --name=a --filename=$device "$@" && return 1
    [ ! -e /tmp/nothing ] || { echo "it made the file"; return 1; }
    grep -q "$device" said
}

if [ -b /dev/sda ] && [ -c /dev/sg0 ]; then
    disk=/dev/sda
    job="--ioengine=sg --bs=4k --size=1m"
    check sg-write same_commands /dev/sda $job --rw=write
    check sg-generic-write same_commands /dev/sg0 $job --rw=randwrite --iodepth=8
    check sg-generic-read same_commands /dev/sg0 $job --rw=randread --iodepth=8
    check sg-read-all same_commands /dev/sg0 --ioengine=sg --bs=64k --rw=read
    check sg-flags same_commands /dev/sg0 $job --rw=write --iodepth=4 --writefua=1 --hipri
    check sg-read-flags same_commands /dev/sda $job --rw=read --readfua=1
    check sg-syncs same_commands /dev/sda $job --rw=write --fsync=16
    check sg-trim same_commands /dev/sda $job --rw=trim
    check sg-generic-trim same_commands /dev/sg0 $job --rw=randtrim --iodepth=4
    for mode in write write_and_verify write_same write_same_ndob verify_bytchk_00 verify_bytchk_01 verify_bytchk_11; do
        check sg-mode-$mode same_commands /dev/sda $job --rw=write --sg_write_mode=$mode
    done
    check sg-each-reads-the-other each_reads_the_other /dev/sda $job
    check sg-generic-each-reads-the-other each_reads_the_other /dev/sg0 $job --iodepth=8
    check sg-depth passes fiord /dev/sg0 $job --rw=randwrite --iodepth=64 --verify=crc32c
    check sg-zeros writes_zeros /dev/sda $job --rw=write --sg_write_mode=write_same_ndob
    check sg-trim-zeros writes_zeros /dev/sg0 $job --rw=trim --iodepth=4
    check sg-no-consent generic_no_consent /dev/sg0 $job
    check sg-held held /dev/sg0 $job --rw=write --io_size=64k
    check sg-part part_refused $job
    check sg-null not_a_disk /dev/null $job --rw=write
    check sg-null-read not_a_disk /dev/null $job --rw=read
    check sg-file not_a_disk /tmp/nothing $job --rw=write
    check sg-explain sees "scsi_debug" fiord doctor /dev/sg0
else
    skip sg "the kernel has no scsi_debug, or no generic SCSI devices"
fi

# nvme_data JOB...: what a job by commands writes, the block device reads, and the reverse.
nvme_data() {
    passes fiord $generic --rw=write --verify=crc32c --do_verify=0 "$@" || return 1
    fiord --name=a --filename=$disk --rw=read --bs=4k --size=1m --verify=crc32c --direct=1 || return 1
    fiord --allow-destroy=$disk --name=a --filename=$disk --rw=write --bs=4k --size=1m --verify=sha1 --do_verify=0 --direct=1 || return 1
    passes fiord $generic --rw=read --verify=sha1 "$@"
}

# fails_with WORDS JOB...: the job runs and fails, and says so in these words.
fails_with() {
    words=$1
    shift
    if passes fiord "$@"; then
        echo "it ran"
        return 1
    fi
    grep -q "$words" said
}

# traced JOB...: a job of ours, while the kernel traces the commands that it sends.
traced() {
    mount | grep -q tracefs || mount -t tracefs tracefs $tracing || return 1
    echo >$tracing/trace
    echo 1 >$tracing/events/nvme/nvme_setup_cmd/enable || return 1
    passes fiord $generic "$@"
    ended=$?
    echo 0 >$tracing/events/nvme/nvme_setup_cmd/enable
    return $ended
}

# sent COMMAND: how many of these the kernel has sent.
sent() {
    grep -c "(nvme_cmd_$1 " $tracing/trace
}

# dsm_commands: the ranges of each DATASET MANAGEMENT that the kernel has sent, less one, and how often each count came.
dsm_commands() {
    sed -n 's/.*nvme_cmd_dsm nr=\([0-9]*\), attributes=4.*/\1/p' $tracing/trace | sort -n | uniq -c | tr -s ' \n' ' '
}

# trims_in_ranges COMMANDS JOB...: exactly the blocks that the job says it trimmed are zeros, and the kernel has sent these commands.
trims_in_ranges() {
    commands=$1
    shift
    tr '\0' 'x' </dev/zero | dd of=expected bs=4096 count=512 iflag=fullblock || return 1
    dd if=expected of=$disk bs=4096 oflag=direct || return 1
    rm -f trimmed
    traced "$@" --write_iolog=trimmed || return 1
    [ "$(dsm_commands)" = "$commands" ] || { echo "the kernel sent$(dsm_commands)"; return 1; }
    for offset in $(sed -n 's/.* trim \([0-9]*\) 4096$/\1/p' trimmed); do
        dd if=/dev/zero of=expected bs=4096 count=1 seek=$((offset / 4096)) conv=notrunc 2>/dev/null || return 1
    done
    [ "$(grep -c ' trim ' trimmed)" = $(($(number ours.json io_bytes) / 4096)) ] || return 1
    dd if=$disk of=read bs=4096 count=512 iflag=direct || return 1
    cmp expected read
}

# compares PATTERN JOB...: the device holds its blocks against the pattern, and finds a foreign one.
compares() {
    pattern="--verify=pattern --verify_pattern=$1 --verify_mode=compare"
    shift
    traced "$@" --rw=write $pattern || return 1
    [ "$(both_ios ours.json)" = equal ] || { grep total_ios ours.json; return 1; }
    # Reads are those of the block device, when fiord looks at what it holds.
    [ "$(sent write) $(sent compare)" = "256 256" ] || {
        echo "the kernel sent $(sent write) writes and $(sent compare) comparisons"
        return 1
    }
    passes fiord $generic "$@" --rw=randread $pattern || return 1
    dd if=/dev/urandom of=$disk bs=4096 count=1 seek=3 oflag=direct || return 1
    if passes fiord $generic "$@" --rw=randread $pattern; then
        echo "it finds nothing wrong in foreign bytes"
        return 1
    fi
    grep -q "the data on the device differs from .verify_pattern." said
}

# writes_by_shares JOB...: each kind of write comes about as often as its share says, and leaves what it should.
writes_by_shares() {
    tr '\0' 'x' </dev/zero | dd of=$disk bs=4096 count=256 oflag=direct iflag=fullblock || return 1
    traced "$@" --rw=randwrite --write_mode=write/50:zeroes/30:verify/20 --buffer_pattern=0x42 || return 1
    dd if=$disk of=read bs=4096 count=256 iflag=direct || return 1
    # This kernel has no name for VERIFY.
    verified=$((256 - $(sent write) - $(sent write_zeroes)))
    for found in "$(sent write) $(tr -cd 'B' <read | wc -c) 128" "$(sent write_zeroes) $(tr -cd '\0' <read | wc -c) 77" \
        "$verified $(tr -cd 'x' <read | wc -c) 51"; do
        set -- $found
        # The order is that of a seed: these counts are the same in every run.
        [ $1 -gt $(($3 - 30)) ] && [ $1 -lt $(($3 + 30)) ] && [ $2 = $(($1 * 4096)) ] || {
            echo "$1 commands, $2 bytes, $3 expected"
            return 1
        }
    done
}

tracing=/sys/kernel/tracing
for disk in /dev/nvme0n1 /dev/nvme1n1; do
    generic=/dev/ng${disk#/dev/nvme}
    [ -b $disk ] && [ -c $generic ] && grep -q none /sys/block/${disk#/dev/}/queue/zoned && break
    disk=""
done
if [ "$disk" ]; then
    job="--ioengine=io_uring_cmd --bs=4k --size=1m"
    check nvme-write same_commands $generic $job --rw=write
    check nvme-write-deep same_commands $generic $job --rw=randwrite --iodepth=8
    check nvme-read-deep same_commands $generic $job --rw=randread --iodepth=8
    check nvme-read-all same_commands $generic --ioengine=io_uring_cmd --bs=64k --rw=read
    check nvme-fixed same_commands $generic $job --rw=randread --iodepth=4 --fixedbufs --registerfiles
    check nvme-vectors same_commands $generic $job --rw=randread --iodepth=4 --nonvectored=0
    check nvme-force-async same_commands $generic $job --rw=randread --iodepth=4 --force_async=3 --registerfiles
    check nvme-sqthread same_commands $generic $job --rw=randread --iodepth=4 --sqthread_poll --registerfiles
    if [ "$(cat /sys/block/${disk#/dev/}/queue/io_poll)" = 1 ]; then
        check nvme-polled same_commands $generic $job --rw=randread --iodepth=4 --hipri
        check nvme-polled-verified passes fiord $generic $job --rw=randwrite --iodepth=8 --hipri --fixedbufs --registerfiles --verify=crc32c
    else
        skip nvme-polled "the driver has no queue for polling"
    fi
    check nvme-each-reads-the-other each_reads_the_other $generic $job --iodepth=8
    check nvme-data nvme_data $job --iodepth=4
    check nvme-vector-data nvme_data $job --iodepth=4 --nonvectored=0
    check nvme-fua passes fiord $generic $job --rw=randrw --readfua=1 --writefua=1 --iodepth=4
    check nvme-syncs passes fiord $generic $job --rw=write --fsync=16 --iodepth=4
    check nvme-zeros writes_zeros $generic $job --rw=write --write_mode=zeroes --iodepth=4
    check nvme-zeros-deac writes_zeros $generic $job --rw=write --write_mode=zeroes --deac=1
    check nvme-trim-zeros writes_zeros $generic $job --rw=trim --iodepth=4
    check nvme-ranges trims_in_ranges " 32 7 " $job --rw=trim --num_range=8
    check nvme-ranges-random trims_in_ranges " 1 3 7 7 " $job --rw=randtrim --num_range=8 --io_size=240k --iodepth=4
    check nvme-ranges-most trims_in_ranges " 1 255 " $job --rw=randtrim --num_range=256 --registerfiles
    check nvme-ranges-explain sees "One command trims up to 8 blocks" fiord explain --name=a --filename=$generic $job --rw=trim --num_range=8
    check nvme-ranges-odd fails_with "in several ranges" $generic --ioengine=io_uring_cmd --bs=100 --size=1m --rw=trim --num_range=4
    for pattern in 0x5a %o; do
        check nvme-compare-$pattern compares $pattern $job --iodepth=4
    done
    check nvme-shares writes_by_shares $job --iodepth=4
    check nvme-verify-command passes fiord $generic $job --rw=write --write_mode=verify
    check nvme-status fails_with "Input/output error" $generic $job --rw=write --write_mode=uncor
    check nvme-too-large fails_with "Invalid argument" $generic --ioengine=io_uring_cmd --rw=read --bs=4m --size=8m
    check nvme-odd fails_with "Invalid argument" $generic --ioengine=io_uring_cmd --rw=read --bs=100 --size=8m
    check nvme-no-fdp fails_with "data placement" $generic $job --rw=write --fdp=1
    check nvme-no-consent generic_no_consent $generic $job --iodepth=4
    check nvme-held held $generic $job --rw=write --io_size=64k
    check nvme-block not_a_disk $disk $job --rw=read
    check nvme-cmd-null not_a_disk /dev/null $job --rw=write
    check nvme-cmd-file not_a_disk /tmp/nothing $job --rw=write
    check nvme-generic-doctor sees "QEMU" fiord doctor $generic
else
    skip nvme-generic "there is no NVMe device without zones, or it has no generic device"
fi

# Protection information that the host makes is right for the device, and the reverse; a foreign tag is found.
protected_by_both() {
    by_host="--pi_act=0 --pi_chk=GUARD,REFTAG,APPTAG --md_per_io_size=$room"
    by_device="--pi_act=1 --pi_chk=GUARD,REFTAG"
    passes fiord $generic "$@" --rw=randwrite --iodepth=4 $by_host || return 1
    passes fiord $generic "$@" --rw=read --iodepth=4 $by_host || return 1
    passes fiord $generic "$@" --rw=read $by_device || return 1
    passes fiord $generic "$@" --rw=write --iodepth=4 $by_device || return 1
    passes fiord $generic "$@" --rw=randread --pi_act=0 --pi_chk=GUARD,REFTAG --md_per_io_size=$room || return 1
    passes fiord $generic "$@" --rw=randrw --iodepth=8 --verify=crc32c $by_host
}

# foreign_tag JOB...: blocks with another application tag than the one that is asked for.
foreign_tag() {
    passes fiord $generic "$@" --rw=write --pi_act=0 --apptag=0x77 --md_per_io_size=$room || return 1
    passes fiord $generic "$@" --rw=read --pi_act=0 --pi_chk=GUARD,REFTAG --md_per_io_size=$room || return 1
    if passes fiord $generic "$@" --rw=read --pi_act=0 --pi_chk=APPTAG --md_per_io_size=$room; then
        echo "it ran"
        return 1
    fi
    # Who finds it depends on the device: it may refuse the command before fiord sees the block.
    grep -q "APPTAG of block 0\|Input/output error" said || return 1
    passes fiord $generic "$@" --rw=read --pi_act=0 --pi_chk=APPTAG --apptag=0x1177 --apptag_mask=0xff --md_per_io_size=$room
}

# The namespaces with protection information, by the serial numbers of their controllers: guards of 16 bits, and of 64.
for serial in protected guarded; do
    generic=""
    for one in /sys/class/nvme/nvme*; do
        grep -q $serial $one/serial || continue
        generic=/dev/ng${one##*/nvme}n1
        disk=/dev/${one##*/}n1
    done
    # Bytes of metadata of an I/O: of eight blocks.
    room=64
    [ $serial = guarded ] && room=128
    if [ -c "$generic" ]; then
        job="--ioengine=io_uring_cmd --bs=4k --size=1m"
        check nvme-$serial protected_by_both $job
        check nvme-$serial-tag foreign_tag $job
        check nvme-$serial-room fails_with "bytes of metadata" $generic $job --rw=read --pi_act=0
    else
        skip nvme-$serial "there is no NVMe namespace with protection information of this kind"
    fi
done

# on_memory PROGRAM JOB...: one program's job on persistent memory.
on_memory() {
    program=$1
    shift
    case $program in
        fio) fio --name=a --filename=$place --output-format=json --output=theirs.json "$@" ;;
        *) fiord --allow-destroy=$place --name=a --filename=$place --output-format=json --output=ours.json "$@" ;;
    esac
}

# same_copies JOB...: both programs end well, and count as many I/Os and syncs.
same_copies() {
    on_memory fio "$@" || { echo "fio failed"; return 1; }
    on_memory fiord "$@" || return 1
    for key in total_ios io_bytes; do
        [ "$(number theirs.json $key)" = "$(number ours.json $key)" ] || {
            echo "$key: fio $(number theirs.json $key), fiord $(number ours.json $key)"
            return 1
        }
    done
    [ "$(number ours.json total_ios)" ]
}

# copies_read_each_other ENGINE JOB...: what one program wrote, the other verifies, both ways. fio reads with ENGINE: its libpmem fills the
# file anew before it reads.
copies_read_each_other() {
    reading=$1
    shift
    on_memory fio --rw=randwrite --verify=crc32c --do_verify=0 --randseed=7 "$@" || { echo "fio failed"; return 1; }
    on_memory fiord --rw=randread --verify=crc32c --randseed=7 "$@" || return 1
    [ "$(number ours.json total_ios)" ] || return 1
    on_memory fiord --rw=write --verify=sha1 --do_verify=0 --randseed=8 "$@" || return 1
    on_memory fio "$@" --rw=read --verify=sha1 --ioengine=$reading
}

# refuses_to_map WORDS JOB...: the job does nothing, and says why in these words.
refuses_to_map() {
    words=$1
    shift
    if fiord --name=a --filename=$elsewhere --size=1m "$@"; then
        echo "it ran"
        return 1
    fi
    grep -q "$words" said
}

# nothing_counted JOB...: nobody says that a disk was measured.
nothing_counted() {
    fiord run --name=a --filename=$place --size=1m --bs=4k --rw=read "$@" >report 2>&1 || { tail -n 3 report; return 1; }
    cat report
    grep -q "Measured: unknown" report && grep -q "Persistent memory is accessed by CPU copies" report
}

if [ -b /dev/pmem0 ] && mkfs.ext4 -q -b 4096 /dev/pmem0 2>/dev/null && mkdir dax plain && mount -t ext4 -o dax /dev/pmem0 dax; then
    place=/tmp/dax/file
    job="--ioengine=libpmem --bs=4k --size=2m"
    check pmem-write same_copies $job --rw=write
    check pmem-read same_copies $job --rw=randread
    check pmem-mixed same_copies $job --rw=rw --rwmixread=100 --direct=1
    check pmem-direct same_copies $job --rw=randwrite --direct=1
    check pmem-sync same_copies $job --rw=write --sync=1
    check pmem-fsync same_copies $job --rw=write --fsync=8 --end_fsync=1
    check pmem-odd same_copies --ioengine=libpmem --bs=1000 --size=2m --rw=write
    for how in "" --direct=1 --sync=1; do
        check pmem-each-reads-the-other$how copies_read_each_other psync $job $how
    done
    check pmem-verdict nothing_counted --ioengine=libpmem
    elsewhere=/tmp/elsewhere
    check pmem-page-cache refuses_to_map "not on persistent memory" --ioengine=libpmem --rw=write
    umount dax
    mount -t ext4 /dev/pmem0 plain
    elsewhere=/tmp/plain/file
    check pmem-without-dax refuses_to_map "not on persistent memory" --ioengine=libpmem --rw=read
    umount plain
else
    skip pmem "the kernel has no persistent memory, or no ext4 with DAX"
fi

# dax_device: makes the second region a character device, as ndctl does. Its name is left in `place`.
dax_device() {
    space=$(basename $(readlink -f /sys/block/pmem1/device))
    [ "$space" ] || return 1
    region=$(basename $(dirname $(readlink -f /sys/bus/nd/devices/$space)))
    seed=$(cat /sys/bus/nd/devices/$region/dax_seed)
    echo $space >/sys/bus/nd/drivers/nd_pmem/unbind
    cat /proc/sys/kernel/random/uuid >/sys/bus/nd/devices/$seed/uuid
    echo 2097152 >/sys/bus/nd/devices/$seed/align
    echo ram >/sys/bus/nd/devices/$seed/mode
    echo $space >/sys/bus/nd/devices/$seed/namespace
    echo $seed >/sys/bus/nd/drivers/dax_pmem/bind
    place=$(ls -d /dev/dax* | head -n 1)
    [ -c "$place" ]
}

# dax_no_consent JOB...: nothing is written that was not named, and by no other engine.
dax_no_consent() {
    if fiord --name=a --filename=$place --rw=write "$@"; then
        echo "it ran"
        return 1
    fi
    grep -q "allow-destroy=$place" said
}

if [ -b /dev/pmem1 ] && dax_device >said 2>&1; then
    job="--ioengine=dev-dax --bs=4k --size=2m"
    check pmem-device-no-consent dax_no_consent $job
    check pmem-device-write same_copies $job --rw=write
    check pmem-device-read same_copies $job --rw=randread
    check pmem-device-direct on_memory fiord $job --rw=randwrite --direct=1
    check pmem-device-whole on_memory fiord --ioengine=dev-dax --bs=64k --rw=write --verify=crc32c
    check pmem-device-each-reads-the-other copies_read_each_other dev-dax $job
    check pmem-device-verdict nothing_counted --ioengine=dev-dax
    elsewhere=/dev/null
    check pmem-device-null refuses_to_map "not persistent memory" --ioengine=dev-dax --rw=write
    elsewhere=/tmp/nothing
    check pmem-device-file refuses_to_map "not a character device" --ioengine=dev-dax --rw=write
    elsewhere=$place
    check pmem-device-libpmem refuses_to_map "ioengine=dev-dax" --ioengine=libpmem --rw=read
else
    skip pmem-device "the kernel makes no character device of persistent memory: $(tail -n 2 said | tr '\n' ' ')"
fi

# flash NAME: the character device of flash with this name.
flash() {
    for one in /sys/class/mtd/mtd*; do
        case $one in *ro) continue ;; esac
        grep -q "$1" $one/name && echo /dev/${one##*/} && return
    done
}

# same_end JOB...: both programs fail, or both end well with as many I/Os.
same_end() {
    on_memory fio "$@"
    theirs=$?
    on_memory fiord "$@"
    [ $theirs = $? ] || { echo "fio ended with $theirs: $(head -c 300 theirs.json)"; return 1; }
    [ $theirs = 0 ] || return 0
    for key in total_ios io_bytes; do
        [ "$(number theirs.json $key)" = "$(number ours.json $key)" ] || {
            echo "$key: fio $(number theirs.json $key), fiord $(number ours.json $key)"
            return 1
        }
    done
}

# fails_on_flash JOB...: the job fails.
fails_on_flash() {
    if on_memory fiord "$@"; then
        echo "it ran"
        return 1
    fi
}

# erases JOB...: the first 256 KiB are ones afterwards, as erased flash is; what follows is left alone.
erases() {
    on_memory fiord --ioengine=mtd --rw=write --bs=64k --size=512k --buffer_pattern=0x42 || return 1
    on_memory fiord "$@" || return 1
    dd if=$place of=read bs=65536 count=8 || return 1
    tr '\0' '\377' </dev/zero | head -c 262144 >ones
    tr '\0' 'B' </dev/zero | head -c 262144 >kept
    cat ones kept | cmp - read
}

# skips_bad JOB...: all I/Os are done, and good blocks hold what was written.
skips_bad() {
    for mode in trim write read; do
        on_memory fiord "$@" --rw=$mode --buffer_pattern=0x43 || { echo "$mode failed"; return 1; }
        [ "$(number ours.json io_bytes)" = 262144 ] || { echo "$mode: $(number ours.json io_bytes) bytes"; return 1; }
    done
    for block in 0 1 2 4 6 7 31; do
        dd if=$place of=read bs=8192 skip=$block count=1 || return 1
        tr '\0' 'C' </dev/zero | head -c 8192 | cmp - read || { echo "block $block differs"; return 1; }
    done
}

# flash_in_use: what is mounted is refused, whatever is allowed.
flash_in_use() {
    on_memory fiord --ioengine=mtd --rw=trim --bs=64k || return 1
    mkdir -p flash
    mount -t jffs2 /dev/mtdblock${place#/dev/mtd} flash || return 1
    echo kept >flash/file
    on_memory fiord --ioengine=mtd --rw=trim --bs=64k
    ended=$?
    on_memory fiord --ioengine=psync --rw=write --bs=64k --size=64k && ended=0
    kept=$(cat flash/file)
    umount flash
    [ $ended != 0 ] && [ "$kept" = kept ] && grep -q "is mounted on" said && grep -q "no option allows this" said
}

place=$(flash "mtdram test device")
if [ "$place" ] && [ -c "$place" ]; then
    job="--ioengine=mtd --bs=4k --size=1m"
    check mtd-no-consent dax_no_consent $job
    check mtd-psync-no-consent dax_no_consent --ioengine=psync --bs=4k --size=1m
    check mtd-write same_copies $job --rw=randwrite
    check mtd-read same_copies $job --rw=randread
    check mtd-read-all same_copies --ioengine=mtd --bs=96k --rw=read
    check mtd-trim same_end --ioengine=mtd --bs=64k --rw=trim
    check mtd-trim-part same_end $job --rw=trim
    check mtd-trimwrite same_end --ioengine=mtd --bs=64k --rw=trimwrite
    check mtd-erases erases --ioengine=mtd --bs=128k --size=256k --rw=trim
    check mtd-syncs on_memory fiord $job --rw=write --fsync=8 --direct=1
    check mtd-each-reads-the-other copies_read_each_other mtd $job
    check mtd-in-use flash_in_use
    elsewhere=/dev/null
    check mtd-null refuses_to_map "not raw flash" --ioengine=mtd --rw=write
    elsewhere=/tmp/nothing
    check mtd-file refuses_to_map "not raw flash" --ioengine=mtd --rw=read
    place=$(flash "NAND simulator")
    if [ "$place" ]; then
        # Erase blocks are 8 KiB, and blocks 3 and 5 are bad.
        job="--ioengine=mtd --size=256k"
        check mtd-nand-bad fails_on_flash $job --bs=8k --rw=trim
        for bs in 8k 64k; do
            check mtd-nand-skip-bad-$bs skips_bad $job --bs=$bs --skip_bad=1
        done
        check mtd-nand-odd same_end --ioengine=mtd --bs=100 --size=16k --rw=write
    else
        skip mtd-nand "the kernel simulates no NAND flash"
    fi
else
    skip mtd "the kernel has no flash in memory"
fi

if [ -e /dev/ublk-control ]; then
    skip ublk "nothing in the guest serves one"
else
    skip ublk "the kernel has no ublk_drv"
fi
skip nbd "nothing in the guest serves one"

echo "CHECK end ok"
