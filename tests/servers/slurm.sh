# A Slurm of one node for tests, in a folder of its own: munged, slurmctld, slurmd started and stopped here. Sourced.
SLURM=$(mktemp -d /tmp/kibitzer-slurm.XXXXXX)
export SLURM_CONF=$SLURM/slurm.conf

# The node says it has four processors, so that an array of four runs at once; a task that was requeued starts as soon as
# its old credential has expired.
slurm_conf() {
    cat <<EOF
ClusterName=kibitzer
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$SLURM/munge/socket,cred_expire=2
SlurmUser=root
StateSaveLocation=$SLURM/state
SlurmdSpoolDir=$SLURM/spool
SlurmctldPidFile=$SLURM/slurmctld.pid
SlurmdPidFile=$SLURM/slurmd.pid
SlurmctldLogFile=$SLURM/slurmctld.log
SlurmdLogFile=$SLURM/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
KillWait=1
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
}

# False where the node is not there in the end.
slurm_start() {
    mkdir -p "$SLURM/munge" "$SLURM/state" "$SLURM/spool"
    head -c 1024 /dev/urandom >"$SLURM/key"
    chmod 755 "$SLURM" && chmod 400 "$SLURM/key" && chown munge "$SLURM/key" "$SLURM/munge"
    runuser -u munge -- munged --key-file="$SLURM/key" --socket="$SLURM/munge/socket" --log-file="$SLURM/munge/log" \
        --pid-file="$SLURM/munge/pid" --seed-file="$SLURM/munge/seed" 2>/dev/null
    slurm_conf >"$SLURM_CONF"
    slurmctld && slurmd || return 1
    for _ in $(seq 100); do
        sinfo -h -o %t 2>/dev/null | grep -q idle && return 0
        sleep 0.2
    done
    return 1
}

slurm_end() {
    scancel --quiet -u root 2>/dev/null
    for pid in "$SLURM"/slurmd.pid "$SLURM"/slurmctld.pid "$SLURM"/munge/pid; do
        [ -f "$pid" ] && kill "$(cat "$pid")" 2>/dev/null
    done
    sleep 1
    rm -rf "$SLURM"
}
