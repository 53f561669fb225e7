# shellcheck shell=bash
# The host with real screens: libvirt and qemu, and Nova's VNC proxy. Sourced by up, after lib.sh; used with ./up --screens.
SCREEN_HOST=screens-1
# libvirt keeps all it has below these, not in the machine's own folders.
LIBVIRT_ETC=$ETC/libvirt LIBVIRT_RUN=$RUN/libvirt LIBVIRT_DATA=$DATA/libvirt

configure_screens() {
  mkdir -p "$LIBVIRT_ETC/qemu" "$LIBVIRT_RUN" "$LIBVIRT_DATA" "$DATA/$SCREEN_HOST/lock" "$DATA/$SCREEN_HOST/instances"
  printf 'unix_sock_rw_perms = "0700"\nauth_unix_rw = "none"\nauth_unix_ro = "none"\n' > "$LIBVIRT_ETC/libvirtd.conf"
  # A machine without systemd has no groups of processes to put guests into, and the logs are written by qemu itself.
  cat > "$LIBVIRT_ETC/qemu.conf" << END
user = "root"
group = "root"
security_driver = "none"
namespaces = []
cgroup_controllers = []
stdio_handler = "file"
remote_display_port_min = $(port 5900)
END
  # Of the machine's memory only some 480 MiB are offered: three guests, and no server of another flavor ends here by chance.
  local ratio
  ratio=$(awk '/^MemTotal:/ { print 480 * 1024 / $2 }' /proc/meminfo)
  cat > "$ETC/nova/$SCREEN_HOST.conf" << END
[DEFAULT]
host = $SCREEN_HOST
compute_driver = libvirt.LibvirtDriver
state_path = $DATA/$SCREEN_HOST
instances_path = $DATA/$SCREEN_HOST/instances
reserved_host_memory_mb = 0
ram_allocation_ratio = $ratio
[libvirt]
virt_type = qemu
connection_uri = qemu:///system?socket=$LIBVIRT_RUN/libvirt-sock
[vnc]
server_listen = $IP
server_proxyclient_address = $IP
novncproxy_base_url = http://$IP:$SCREENS/vnc_lite.html
[oslo_concurrency]
lock_path = $DATA/$SCREEN_HOST/lock
END
  cat > "$ETC/nova/novncproxy.conf" << END
[DEFAULT]
web = /usr/share/novnc
[vnc]
novncproxy_host = $IP
novncproxy_port = $SCREENS
END
}

# libvirtd in name spaces of its own: it sees the lab's folders in the places that are built into it, and names its host as Nova does.
start_screens() {
  begin libvirtd
  for _ in $(seq 100); do
    [ -S "$LIBVIRT_RUN/libvirt-sock" ] && break
    runs libvirtd || die "libvirtd ended: see $LOGS/libvirtd.log"
    sleep 0.1
  done
  begin "nova-$SCREEN_HOST"
  begin novncproxy
  listens novncproxy "$SCREENS"
}

# A Linux that boots in seconds: Debian's cloud kernel, and busybox as its only program.
make_guest() {
  local guest=$DATA/guest kernel work
  [ -s "$guest/initrd" ] && return 0
  mkdir -p "$guest"
  work=$(mktemp -d)
  kernel=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends:/ { print $2; exit }')
  (cd "$work" && apt-get download -q "$kernel" busybox-static && for package in *.deb; do dpkg-deb -x "$package" system; done) >> "$LOGS/install.log" 2>&1
  cp "$work"/system/boot/vmlinuz-* "$guest/kernel"
  cp -r "$HERE/guest" "$work/root"
  mkdir -p "$work"/root/{bin,proc,sys,dev,lib}
  cp "$work/system/bin/busybox" "$work/root/bin/busybox"
  # The power button of a soft shutdown arrives through these two.
  find "$work/system/lib/modules" \( -name button.ko -path '*/acpi/*' -o -name evdev.ko \) -exec cp {} "$work/root/lib/" \;
  (cd "$work/root" && find . | ./bin/busybox cpio -o -H newc -R 0:0 | gzip -9) > "$guest/initrd.new"
  truncate -s 1M "$guest/disk"
  mv "$guest/initrd.new" "$guest/initrd"
  rm -rf "$work"
}
