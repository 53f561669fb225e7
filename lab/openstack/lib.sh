# shellcheck shell=bash
# Names, ports and processes of the lab. Sourced by up, down and seed.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV OS_CLOUD

# Everything of the lab is below one folder: configuration, data, logs, pid files.
LAB_HOME=${LAB_HOME:-/var/lib/gantry-lab}
# Added to every port: a second lab, or another OpenStack on the machine, needs another value.
LAB_PORT_OFFSET=${LAB_PORT_OFFSET:-0}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ETC=$LAB_HOME/etc DATA=$LAB_HOME/data LOGS=$LAB_HOME/log RUN=$LAB_HOME/run
IP=127.0.0.1
PASSWORD=lab-service
# The login of the message bus, as gantry.yaml names it.
MQ_USER=oslab MQ_PASSWORD=lab-mq

port() { echo $(($1 + LAB_PORT_OFFSET)); }
KEYSTONE=$(port 5000) COMPUTE=$(port 8774) PLACEMENT=$(port 8778) CINDER=$(port 8776)
IMAGE=$(port 9292) NETWORK=$(port 9696) SQL=$(port 3306) MQ=$(port 5672) CACHE=$(port 11211) SCREENS=$(port 6080)

say() { printf '%(%H:%M:%S)T %s\n' -1 "$*"; }
die() { say "$*" >&2; exit 1; }

# Field 22 of /proc/<pid>/stat, the start time: a pid that was given to another process differs in it.
started() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

# runs NAME: whether the process of that name is there.
runs() {
  local pid since
  [ -r "$RUN/$1" ] && read -r pid since < "$RUN/$1" && [ -n "$since" ] && [ "$(started "$pid")" = "$since" ]
}

# launch NAME COMMAND...: starts it in a session of its own, once.
launch() {
  local name=$1 pid
  shift
  runs "$name" && return 0
  setsid "$@" >> "$LOGS/$name.log" 2>&1 < /dev/null &
  pid=$!
  disown "$pid"
  sleep 0.1
  echo "$pid $(started "$pid")" > "$RUN/$name"
}

# halt NAME: asks it to end, and after 20 s ends its process group.
halt() {
  local pid since
  if runs "$1"; then
    read -r pid since < "$RUN/$1"
    kill -TERM "$pid" 2>/dev/null || true
    for _ in $(seq 200); do runs "$1" || break; sleep 0.1; done
    ! runs "$1" || kill -KILL -- "-$pid" 2>/dev/null || true
  fi
  rm -f "$RUN/$1"
}

# answers NAME URL: waits until a service answers with anything but an error of its own.
answers() {
  local code
  for _ in $(seq 600); do
    runs "$1" || die "$1 ended: see $LOGS/$1.log"
    code=$(curl -s -o /dev/null -m 5 -w '%{http_code}' "$2" || true)
    case $code in 2?? | 300 | 401) return 0 ;; esac
    sleep 0.25
  done
  die "$1 does not answer at $2: see $LOGS/$1.log"
}

# listens NAME PORT
listens() {
  for _ in $(seq 600); do
    runs "$1" || die "$1 ended: see $LOGS/$1.log"
    (exec 3<> "/dev/tcp/$IP/$2") 2>/dev/null && return 0
    sleep 0.2
  done
  die "$1 does not listen on $2: see $LOGS/$1.log"
}
