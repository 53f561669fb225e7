# shellcheck shell=bash
# How each process of the lab is started. Sourced by up and service, after lib.sh.

AS_RABBIT=(setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups env HOME="$DATA/rabbitmq"
  ERL_EPMD_ADDRESS="$IP" ERL_EPMD_PORT="$(port 4379)"
  RABBITMQ_CONF_ENV_FILE="$ETC/rabbitmq-env.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$ETC/rabbitmq-plugins")

# begin NAME: starts it where it does not run, and does not wait until it answers.
begin() {
  local nova=(--config-file "$ETC/nova/nova.conf") databases=(--config-file "$ETC/nova/databases.conf") drivers="PYTHONPATH=$HERE/drivers"
  local cinder=(--config-file "$ETC/cinder/cinder.conf")
  case $1 in
    mariadb) launch mariadb mariadbd --defaults-file="$ETC/my.cnf" ;;
    epmd) launch epmd "${AS_RABBIT[@]}" epmd -address "$IP" -port "$(port 4379)" ;;
    rabbitmq) launch rabbitmq "${AS_RABBIT[@]}" /usr/lib/rabbitmq/bin/rabbitmq-server ;;
    memcached) launch memcached setpriv --reuid=memcache --regid=memcache --init-groups memcached -l "$IP" -p "$CACHE" -m 64 ;;
    keystone | glance | placement | nova-api | cinder-api) launch "$1" uwsgi --ini "$ETC/$1.ini" ;;
    neutron) launch neutron env "$drivers" neutron-server --config-file "$ETC/neutron/neutron.conf" --config-file "$ETC/neutron/ml2.conf" ;;
    nova-conductor | nova-scheduler) launch "$1" "$1" "${nova[@]}" "${databases[@]}" ;;
    cinder-scheduler | cinder-volume)
      launch "$1" env "$drivers" /usr/bin/python3 "$HERE/drivers/cinder_service.py" "${1#cinder-}" "${cinder[@]}"
      ;;
    libvirtd) launch libvirtd unshare --mount --uts --propagation private "$HERE/libvirtd" ;;
    novncproxy) launch novncproxy nova-novncproxy "${nova[@]}" "${databases[@]}" --config-file "$ETC/nova/novncproxy.conf" ;;
    nova-*) launch "$1" /usr/bin/python3 -B "$HERE/drivers/nova_compute.py" "${nova[@]}" --config-file "$ETC/nova/${1#nova-}.conf" ;;
    *) die "there is no process $1" ;;
  esac
}
