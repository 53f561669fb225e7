# shellcheck shell=bash
# The configuration files of all services. Sourced by up, after lib.sh.

database() { echo "mysql+pymysql://lab:$PASSWORD@$IP:$SQL/$1?charset=utf8"; }
bus() { echo "rabbit://$MQ_USER:$MQ_PASSWORD@$IP:$MQ/"; }

# account SERVICE: how a service signs in itself.
account() {
  cat << END
auth_type = password
auth_url = http://$IP:$KEYSTONE/v3
username = $1
password = $PASSWORD
project_name = service
user_domain_name = Default
project_domain_name = Default
region_name = RegionOne
END
}

# A service's type in the catalogue: what it compares the access rules of application credentials with.
declare -A TYPE=([keystone]=identity [glance]=image [placement]=placement [nova]=compute [neutron]=network [cinder]=volumev3)

# common SERVICE: sections that all of them have.
common() {
  mkdir -p "$DATA/$1/lock"
  cat << END
[keystone_authtoken]
www_authenticate_uri = http://$IP:$KEYSTONE
memcached_servers = $IP:$CACHE
service_token_roles = service
service_token_roles_required = true
service_type = ${TYPE[$1]}
$(account "$1")

[oslo_messaging_notifications]
driver = messagingv2
transport_url = $(bus)

[oslo_concurrency]
lock_path = $DATA/$1/lock

END
}

# wsgi NAME PORT FILE PROCESSES [LINES]: an API under uWSGI. Processes of one thread each: eventlet, which Nova's API is patched with, cannot
# wake a request of another thread, and the answer it waits for from a compute host would be lost.
wsgi() {
  cat > "$ETC/$1.ini" << END
[uwsgi]
plugins = python3
http-socket = $IP:$2
wsgi-file = $3
master = true
processes = $4
enable-threads = true
lazy-apps = true
buffer-size = 65535
die-on-term = true
need-app = true
wsgi-manage-chunked-input = true
; uWSGI closes after each answer, and clients must be told
add-header = Connection: close
disable-logging = true
${5:-}
END
}

configure_infrastructure() {
  cat > "$ETC/my.cnf" << END
[mariadbd]
user = mysql
datadir = $DATA/mysql
socket = $RUN/mysql/socket
pid-file = $RUN/mysql/pid
bind-address = $IP
port = $SQL
skip-name-resolve
skip-log-bin
max_connections = 800
innodb_flush_log_at_trx_commit = 0
performance_schema = OFF
END
  cat > "$ETC/rabbitmq.conf" << END
listeners.tcp.1 = $IP:$MQ
default_user = $MQ_USER
default_pass = $MQ_PASSWORD
log.console = true
log.file = false
END
  echo '[{kernel, [{inet_dist_use_interface, {127,0,0,1}}]}].' > "$ETC/rabbitmq-advanced.config"
  cat > "$ETC/rabbitmq-env.conf" << END
NODENAME=gantry$LAB_PORT_OFFSET@localhost
CONFIG_FILE=$ETC/rabbitmq.conf
ADVANCED_CONFIG_FILE=$ETC/rabbitmq-advanced.config
MNESIA_BASE=$DATA/rabbitmq/mnesia
LOG_BASE=$DATA/rabbitmq
PID_FILE=$DATA/rabbitmq/pid
DIST_PORT=$(port 25672)
END
  : > "$ETC/rabbitmq-plugins"
}

configure_identity() {
  mkdir -p "$ETC/keystone"
  cat > "$ETC/keystone/keystone.conf" << END
[DEFAULT]
transport_url = $(bus)
use_stderr = true
notification_format = basic
[database]
connection = $(database keystone)
[token]
expiration = 14400
[fernet_tokens]
key_repository = $DATA/keystone/fernet
[credential]
key_repository = $DATA/keystone/credential
[cache]
enabled = true
backend = dogpile.cache.memcached
memcache_servers = $IP:$CACHE
$(common keystone)
END
  wsgi keystone "$KEYSTONE" /usr/bin/keystone-wsgi-public 3 "env = OS_KEYSTONE_CONFIG_DIR=$ETC/keystone
env = OS_KEYSTONE_CONFIG_FILES=keystone.conf"
}

configure_image() {
  mkdir -p "$ETC/glance" "$DATA/glance/images" "$DATA/glance/staging"
  cp /etc/glance/glance-api-paste.ini "$ETC/glance/"
  cat > "$ETC/glance/glance-api.conf" << END
[DEFAULT]
transport_url = $(bus)
use_stderr = true
enabled_backends = file:file
node_staging_uri = file://$DATA/glance/staging
[glance_store]
default_backend = file
[file]
filesystem_store_datadir = $DATA/glance/images
[os_glance_staging_store]
filesystem_store_datadir = $DATA/glance/staging
[os_glance_tasks_store]
filesystem_store_datadir = $DATA/glance/tasks
[database]
connection = $(database glance)
[paste_deploy]
flavor = keystone
$(common glance)
END
  wsgi glance "$IMAGE" /usr/bin/glance-wsgi-api 2 "env = OS_GLANCE_CONFIG_DIR=$ETC/glance"
}

configure_placement() {
  mkdir -p "$ETC/placement"
  cat > "$ETC/placement/placement.conf" << END
[DEFAULT]
use_stderr = true
[api]
auth_strategy = keystone
[placement_database]
connection = $(database placement)
$(common placement)
END
  wsgi placement "$PLACEMENT" /usr/bin/placement-api 2 "env = OS_PLACEMENT_CONFIG_DIR=$ETC/placement"
}

configure_compute() {
  local host
  mkdir -p "$ETC/nova"
  cp /etc/nova/api-paste.ini "$ETC/nova/"
  cat > "$ETC/nova/nova.conf" << END
[DEFAULT]
transport_url = $(bus)
use_stderr = true
my_ip = $IP
state_path = $DATA/nova
compute_driver = gantry_lab_nova.Driver
osapi_compute_listen = $IP
; ports are bound without an agent that would say so later
vif_plugging_is_fatal = false
vif_plugging_timeout = 0
max_concurrent_builds = 2
; a busy machine of two cores lets its hosts report late
service_down_time = 180
[api]
auth_strategy = keystone
[service_user]
send_service_user_token = true
$(account nova)
[glance]
endpoint_override = http://$IP:$IMAGE
[cinder]
catalog_info = volumev3::publicURL
$(account nova)
[neutron]
$(account neutron)
[placement]
$(account placement)
[scheduler]
workers = 1
discover_hosts_in_cells_interval = 60
[conductor]
workers = 1
[notifications]
notification_format = versioned
notify_on_state_change = vm_and_task_state
[quota]
instances = 5000
cores = 20000
ram = 20000000
$(common nova)
END
  # Compute nodes must not know the databases.
  cat > "$ETC/nova/databases.conf" << END
[api_database]
connection = $(database nova_api)
[database]
connection = $(database nova)
END
  for host in $HOSTS; do
    mkdir -p "$DATA/$host/lock"
    printf '[DEFAULT]\nhost = %s\nstate_path = %s\n[oslo_concurrency]\nlock_path = %s/lock\n' "$host" "$DATA/$host" "$DATA/$host" \
      > "$ETC/nova/$host.conf"
  done
  wsgi nova-api "$COMPUTE" /usr/bin/nova-api-wsgi 4 "env = OS_NOVA_CONFIG_DIR=$ETC/nova
env = OS_NOVA_CONFIG_FILES=api-paste.ini;nova.conf;databases.conf"
}

configure_network() {
  mkdir -p "$ETC/neutron"
  cp /etc/neutron/api-paste.ini "$ETC/neutron/"
  cat > "$ETC/neutron/neutron.conf" << END
[DEFAULT]
transport_url = $(bus)
use_stderr = true
bind_host = $IP
bind_port = $NETWORK
core_plugin = ml2
service_plugins = router
api_paste_config = $ETC/neutron/api-paste.ini
state_path = $DATA/neutron
dhcp_agent_notification = false
api_workers = 1
rpc_workers = 1
rpc_state_report_workers = 0
[database]
connection = $(database neutron)
[nova]
$(account nova)
[placement]
$(account placement)
[quotas]
quota_port = 10000
$(common neutron)
END
  cat > "$ETC/neutron/ml2.conf" << END
[ml2]
type_drivers = flat,vlan,vxlan
tenant_network_types = vxlan
mechanism_drivers = gantry_lab
extension_drivers = port_security
[ml2_type_flat]
flat_networks = physnet1,physnet2
[ml2_type_vlan]
network_vlan_ranges = physnet1:100:199
[ml2_type_vxlan]
vni_ranges = 1:10000
END
}

configure_volume() {
  mkdir -p "$ETC/cinder" "$DATA/volumes"
  cp /etc/cinder/api-paste.ini /etc/cinder/resource_filters.json "$ETC/cinder/"
  cat > "$ETC/cinder/cinder.conf" << END
[DEFAULT]
transport_url = $(bus)
use_stderr = true
auth_strategy = keystone
my_ip = $IP
host = lab
osapi_volume_listen = $IP
api_paste_config = $ETC/cinder/api-paste.ini
resource_query_filters_file = $ETC/cinder/resource_filters.json
rootwrap_config = /etc/cinder/rootwrap.conf
state_path = $DATA/cinder
image_conversion_dir = $DATA/cinder/conversion
enabled_backends = lab
glance_api_servers = http://$IP:$IMAGE
scheduler_default_filters = AvailabilityZoneFilter,CapacityFilter,CapabilitiesFilter
quota_volumes = 5000
quota_gigabytes = 1000000
[lab]
volume_driver = gantry_lab_cinder.FileDriver
volume_backend_name = lab
gantry_lab_folder = $DATA/volumes
[database]
connection = $(database cinder)
[nova]
interface = public
$(account nova)
[service_user]
send_service_user_token = true
$(account cinder)
$(common cinder)
END
  wsgi cinder-api "$CINDER" "$HERE/drivers/cinder_api.py" 2 "env = PYTHONPATH=$HERE/drivers
pyargv = --config-file $ETC/cinder/cinder.conf"
}

configure() {
  configure_infrastructure
  configure_identity
  configure_image
  configure_placement
  configure_compute
  configure_network
  configure_volume
}
