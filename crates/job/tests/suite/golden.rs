//! Command lines and job files as vendors and benchmark suites publish them: read without a word of protest, and as what.
//!
//! Each is rendered back as a job file, which shows what was understood in one look.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::desk;

use fiord_job::invocation::Parsed;
use fiord_job::showcmd::to_job_file;
use fiord_messages::Lang;

/// Reads it, wants no error and no warning, and compares it as a job file.
fn understood(line: &str, files: &[(&str, &str)], golden: &str) -> Parsed {
    let parsed = desk::read(line, files, &[]);
    let said: String = parsed
        .diagnostics
        .iter()
        .map(|said| said.render(&parsed.sources, "fiord", Lang::En))
        .collect();
    assert!(
        !parsed.failed() && desk::warnings(&parsed).is_empty(),
        "{line}\n{said}"
    );
    assert_eq!(to_job_file(&parsed.jobs).unwrap(), golden, "{line}");
    parsed
}

#[test]
fn aws_volume_initialisation() {
    understood(
        "--filename=/dev/xvdf --rw=read --bs=1M --iodepth=32 --ioengine=libaio --direct=1 --name=volume-initialize",
        &[],
        "[global]\nfilename=/dev/xvdf\nrw=read\nbs=1M\niodepth=32\nioengine=libaio\ndirect=1\n\n[volume-initialize]\n",
    );
}

#[test]
fn azure_job_file_with_a_runtime_before_it() {
    let file = "[global]\nsize=30g\ndirect=1\niodepth=256\nioengine=libaio\nbs=4k\nnumjobs=4\n\n\
                [writer1]\nrw=randwrite\ndirectory=/mnt/nfs\nrate_iops=3200\n";
    let parsed = understood(
        "--runtime 30 fiowrite.ini",
        &[("fiowrite.ini", file)],
        "[global]\nruntime=30\nsize=30g\ndirect=1\niodepth=256\nioengine=libaio\nbs=4k\nnumjobs=4\n\n\
         [writer1]\nrw=randwrite\ndirectory=/mnt/nfs\nrate_iops=3200\n",
    );
    assert_eq!(parsed.plan.jobs[0].control.runtime_us, 30_000_000);
    assert_eq!(parsed.plan.jobs[0].numjobs, 4);
}

#[test]
fn google_cloud_write_throughput() {
    understood(
        "--name=write_throughput --directory=/mnt/t --numjobs=16 --size=10G --time_based --runtime=5m --ramp_time=2s \
         --ioengine=libaio --direct=1 --verify=0 --bs=1M --iodepth=64 --rw=write --group_reporting=1 \
         --iodepth_batch_submit=64 --iodepth_batch_complete_max=64",
        &[],
        "[write_throughput]\ndirectory=/mnt/t\nnumjobs=16\nsize=10G\ntime_based\nruntime=5m\nramp_time=2s\n\
         ioengine=libaio\ndirect=1\nverify=0\nbs=1M\niodepth=64\nrw=write\ngroup_reporting=1\n\
         iodepth_batch=64\niodepth_batch_complete_max=64\n",
    );
}

#[test]
fn google_cloud_raw_device() {
    let parsed = understood(
        "--name=fill --filename=/dev/nvme0n1 --filesize=2500G --ioengine=libaio --direct=1 --verify=0 --randrepeat=0 \
         --bs=128K --iodepth=64 --rw=randread --numjobs=4 --offset_increment=500G --group_reporting=1",
        &[],
        "[fill]\nfilename=/dev/nvme0n1\nfilesize=2500G\nioengine=libaio\ndirect=1\nverify=0\nrandrepeat=0\nbs=128K\n\
         iodepth=64\nrw=randread\nnumjobs=4\noffset_increment=500G\ngroup_reporting=1\n",
    );
    assert!(!parsed.plan.jobs[0].access.randrepeat);
}

#[test]
fn oracle_cloud_read_only() {
    let parsed = understood(
        "--filename=/dev/sdb --direct=1 --rw=randread --bs=4k --ioengine=libaio --iodepth=256 --runtime=120 --numjobs=4 \
         --time_based --group_reporting --name=iops-test-job --eta-newline=1 --readonly",
        &[],
        "[global]\nfilename=/dev/sdb\ndirect=1\nrw=randread\nbs=4k\nioengine=libaio\niodepth=256\nruntime=120\n\
         numjobs=4\ntime_based\ngroup_reporting\n\n[iops-test-job]\n",
    );
    assert!(parsed.cli.readonly);
    assert_eq!(parsed.cli.progress.eta_newline_us, Some(1_000_000));
}

#[test]
fn etcd_disk_check() {
    understood(
        "--rw=write --ioengine=sync --fdatasync=1 --directory=test-data --size=22m --bs=2300 --name=mytest",
        &[],
        "[global]\nrw=write\nioengine=sync\nfdatasync=1\ndirectory=test-data\nsize=22m\nbs=2300\n\n[mytest]\n",
    );
}

#[test]
fn dbench_in_kubernetes() {
    understood(
        "--randrepeat=0 --verify=0 --ioengine=libaio --direct=1 --gtod_reduce=1 --name=read_iops --filename=/data/fiotest \
         --bs=4K --iodepth=64 --size=2G --readwrite=randread --time_based --ramp_time=2s --runtime=15s",
        &[],
        "[global]\nrandrepeat=0\nverify=0\nioengine=libaio\ndirect=1\ngtod_reduce=1\n\n[read_iops]\nfilename=/data/fiotest\n\
         bs=4K\niodepth=64\nsize=2G\nrw=randread\ntime_based\nramp_time=2s\nruntime=15s\n",
    );
}

#[test]
fn kubestr_job_file() {
    let file = "[global]\nrandrepeat=0\nverify=0\nioengine=libaio\ndirect=1\ngtod_reduce=1\n\
                [job1]\nname=read_iops\nbs=4K\niodepth=64\nsize=2G\nreadwrite=randread\ntime_based\nramp_time=2s\nruntime=15s\n\
                [job2]\nname=write_iops\nbs=4K\niodepth=64\nsize=2G\nreadwrite=randwrite\ntime_based\nramp_time=2s\nruntime=15s\n";
    let parsed = understood(
        "--directory=/dataset job.fio --output-format=json",
        &[("job.fio", file)],
        "[global]\ndirectory=/dataset\nrandrepeat=0\nverify=0\nioengine=libaio\ndirect=1\ngtod_reduce=1\n\n\
         [read_iops]\nbs=4K\niodepth=64\nsize=2G\nrw=randread\ntime_based\nramp_time=2s\nruntime=15s\n\n\
         [write_iops]\nbs=4K\niodepth=64\nsize=2G\nrw=randwrite\ntime_based\nramp_time=2s\nruntime=15s\n",
    );
    assert_eq!(parsed.plan.jobs[1].name, "write_iops");
}

#[test]
fn longhorn_job_file_with_include() {
    let files = [
        (
            "/fio/bandwidth.fio",
            "[global]\nbs=128K\niodepth=16\ninclude common.fio\n[seq-read]\nstonewall\nrw=read\n",
        ),
        (
            "/fio/common.fio",
            "direct=1\nioengine=libaio\nrandrepeat=0\nverify=0\n",
        ),
    ];
    understood(
        "/fio/bandwidth.fio --idle-prof=percpu --filename=/volume/test --size=30G --output-format=json --output=/out.json",
        &files,
        "[global]\nfilename=/volume/test\nsize=30G\nbs=128K\niodepth=16\ndirect=1\nioengine=libaio\nrandrepeat=0\nverify=0\n\n\
         [seq-read]\nstonewall\nrw=read\n",
    );
}

#[test]
fn alibaba_cloud_with_one_dash() {
    understood(
        "-direct=1 -iodepth=128 -rw=randwrite -ioengine=libaio -bs=4k -size=1G -numjobs=1 -runtime=1000 -group_reporting \
         -filename=iotest -name=Rand_Write_Testing",
        &[],
        "[global]\ndirect=1\niodepth=128\nrw=randwrite\nioengine=libaio\nbs=4k\nsize=1G\nnumjobs=1\nruntime=1000\n\
         group_reporting\nfilename=iotest\n\n[Rand_Write_Testing]\n",
    );
}

#[test]
fn yabs_mixed_run() {
    let parsed = understood(
        "--name=rand_rw_4k --ioengine=libaio --rw=randrw --rwmixread=50 --bs=4k --iodepth=64 --numjobs=2 --size=2G \
         --runtime=30 --gtod_reduce=1 --direct=1 --filename=/tmp/test.fio --group_reporting --minimal",
        &[],
        "[rand_rw_4k]\nioengine=libaio\nrw=randrw\nrwmixread=50\nbs=4k\niodepth=64\nnumjobs=2\nsize=2G\nruntime=30\n\
         gtod_reduce=1\ndirect=1\nfilename=/tmp/test.fio\ngroup_reporting\n",
    );
    assert_eq!(parsed.cli.output_formats, [fiord_job::cli::OutputFormat::Terse]);
}

#[test]
fn perfkit_fill_and_run() {
    let file = "[global]\nioengine=libaio\ninvalidate=1\ndirect=1\nruntime=600\ntime_based\ndo_verify=0\nverify_fatal=0\n\
                group_reporting=1\npercentile_list=1:5:10:50:99:99.9\n\
                [rand_4k_read-io-depth-1-num-jobs-1]\nstonewall\nrw=randread\nblocksize=4k\niodepth=1\nsize=100%\nnumjobs=1\n";
    understood(
        "--output-format=json --random_generator=tausworthe64 --clat_percentiles=1 --directory=/scratch --fallocate=none \
         --create_on_open=1 --nrfiles=2 job.fio",
        &[("job.fio", file)],
        "[global]\nrandom_generator=tausworthe64\nclat_percentiles=1\ndirectory=/scratch\nfallocate=none\ncreate_on_open=1\n\
         nrfiles=2\nioengine=libaio\ninvalidate=1\ndirect=1\nruntime=600\ntime_based\ndo_verify=0\nverify_fatal=0\n\
         group_reporting=1\npercentile_list=1:5:10:50:99:99.9\n\n\
         [rand_4k_read-io-depth-1-num-jobs-1]\nstonewall\nrw=randread\nbs=4k\niodepth=1\nsize=100%\nnumjobs=1\n",
    );
}

#[test]
fn kdiskmark_sequential() {
    understood(
        "--output-format=json --ioengine=libaio --randrepeat=0 --refill_buffers --end_fsync=1 --rwmixread=70 --loops=5 \
         --invalidate=1 --sync=0 --direct=1 --filename=/home/u/.kdiskmark.tmp --name=read --size=1024m --bs=1024k --rw=read \
         --iodepth=8 --numjobs=1",
        &[],
        "[global]\nioengine=libaio\nrandrepeat=0\nrefill_buffers\nend_fsync=1\nrwmixread=70\nloops=5\ninvalidate=1\nsync=0\n\
         direct=1\nfilename=/home/u/.kdiskmark.tmp\n\n[read]\nsize=1024m\nbs=1024k\nrw=read\niodepth=8\nnumjobs=1\n",
    );
}

#[test]
fn engines_of_others_are_refused_by_name() {
    for line in [
        "--ioengine=rbd --pool=p --rbdname=r --clientname=admin --name=a",
        "--ioengine=build/lib.so --name=a",
    ] {
        let parsed = desk::read(line, &[], &[]);
        assert!(parsed.failed(), "{line}");
        assert!(
            desk::errors(&parsed)
                .iter()
                .all(|error| !error.contains("is not an option")),
            "{line}: {parsed:#?}"
        );
    }
}
