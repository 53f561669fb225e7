# shellcheck shell=bash
# Names and ports of the lab's Prometheus. Sourced by up and down; processes are started as those of the lab's OpenStack are.
LAB_ROOT=${LAB_HOME:-/var/lib/gantry-lab}
# The hypervisor whose guests are measured: the one of ../openstack/up --screens.
LIBVIRT_SOCKET=${LIBVIRT_SOCKET:-$LAB_ROOT/run/libvirt/libvirt-sock}
LAB_HOME=$LAB_ROOT/prometheus
# shellcheck source=../openstack/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../openstack/lib.sh"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PROMETHEUS=$(port 9090) LIBVIRT_EXPORTER=$(port 9177) DOMSTATS=$(port 9178)
LIBVIRT_URI=qemu:///system?socket=$LIBVIRT_SOCKET
