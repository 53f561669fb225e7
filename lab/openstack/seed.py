"""Catalogue and contents of the lab. Run by ./up (catalogue) and ./seed; whatever exists already is left as it is."""

import argparse
import io
import os
import subprocess
import tempfile
import time

import openstack

OFFSET = int(os.environ.get("LAB_PORT_OFFSET", "0"))
SERVICE_PASSWORD = "lab-service"

SERVICES = [
    ("image", "glance", 9292, ""),
    ("placement", "placement", 8778, ""),
    ("compute", "nova", 8774, "/v2.1"),
    ("network", "neutron", 9696, ""),
    # Nova looks for the old type, newer clients for the new one.
    ("volumev3", "cinderv3", 8776, "/v3/%(project_id)s"),
    ("block-storage", "cinder", 8776, "/v3/%(project_id)s"),
]

# user, password, roles on both projects of the domain, role on the domain
USERS = [
    ("alice", "lab-alice", ["member"], None),
    ("bob", "lab-bob", ["reader"], None),
    ("carol", "lab-carol", ["admin"], "admin"),
]

# Servers of a crowd that are asked for at once.
BATCH = 50

# Beside the one that the volume service makes itself, which is its default.
VOLUME_TYPES = [("fast", "For databases and all that waits for its disks")]

FLAVORS = [("m1.tiny", 1, 512, 1), ("m1.small", 1, 2048, 10), ("m1.medium", 2, 4096, 20)]

# Where ./up --screens has put kernel, initrd and disk of the guest that the host with screens runs.
GUEST = os.path.join(os.environ["LAB_HOME"], "data", "guest")
GUEST_FLAVOR = ("m1.guest", 1, 128, 1)


def connect(user, password, domain, project):
    return openstack.connect(
        auth_url=f"http://127.0.0.1:{5000 + OFFSET}/v3",
        username=user,
        password=password,
        user_domain_name=domain,
        project_name=project,
        project_domain_name=domain,
        region_name="RegionOne",
    )


def role(cloud, name):
    return cloud.identity.find_role(name) or cloud.identity.create_role(name=name)


def user(cloud, name, password, domain_id):
    found = cloud.identity.find_user(name, domain_id=domain_id)
    return found or cloud.identity.create_user(name=name, password=password, domain_id=domain_id)


def project(cloud, name, domain_id):
    found = cloud.identity.find_project(name, domain_id=domain_id)
    return found or cloud.identity.create_project(name=name, domain_id=domain_id)


def catalogue(cloud):
    service_project = project(cloud, "service", "default")
    for name in ("glance", "placement", "nova", "neutron", "cinder"):
        account = user(cloud, name, SERVICE_PASSWORD, "default")
        for role_name in ("admin", "service"):
            cloud.identity.assign_project_role_to_user(service_project, account, role(cloud, role_name))
    for kind, name, port, path in SERVICES:
        if any(service.type == kind for service in cloud.identity.services()):
            continue
        service = cloud.identity.create_service(type=kind, name=name)
        for interface in ("public", "internal", "admin"):
            url = f"http://127.0.0.1:{port + OFFSET}{path}"
            cloud.identity.create_endpoint(service_id=service.id, interface=interface, url=url, region_id="RegionOne")


def tenants(cloud):
    domain = cloud.identity.find_domain("acme") or cloud.identity.create_domain(name="acme", description="Acme Corporation")
    projects = [project(cloud, name, domain.id) for name in ("acme-prod", "acme-dev")]
    for name, password, roles, domain_role in USERS:
        person = user(cloud, name, password, domain.id)
        for place in projects:
            for role_name in roles:
                cloud.identity.assign_project_role_to_user(place, person, role(cloud, role_name))
        if domain_role:
            cloud.identity.assign_domain_role_to_user(domain, person, role(cloud, domain_role))


def flavors_and_image(cloud):
    for name, vcpus, ram, disk in FLAVORS:
        if not cloud.compute.find_flavor(name):
            cloud.compute.create_flavor(name=name, vcpus=vcpus, ram=ram, disk=disk)
    if cloud.image.find_image("lab-tiny"):
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tiny.qcow2")
        # Glance looks whether the content is what the format says: an empty disk must be a real qcow2 file.
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", path, "64M"], check=True)
        with open(path, "rb") as file:
            content = io.BytesIO(file.read())
    image = cloud.image.create_image(
        name="lab-tiny",
        disk_format="qcow2",
        container_format="bare",
        visibility="public",
        min_disk=1,
        data=content,
        # The fake driver sets any password; this is what says that a guest takes one.
        hw_qemu_guest_agent="yes",
        os_admin_user="lab",
        # Not for the host with screens, which would really boot it.
        img_hv_type="fake",
    )
    print("image", image.id)


def volume_types(cloud):
    for name, description in VOLUME_TYPES:
        if not cloud.block_storage.find_type(name):
            cloud.block_storage.create_type(name=name, description=description)


def guest(cloud):
    if not cloud.compute.find_flavor(GUEST_FLAVOR[0]):
        name, vcpus, ram, disk = GUEST_FLAVOR
        cloud.compute.create_flavor(name=name, vcpus=vcpus, ram=ram, disk=disk)

    def image(name, part, disk_format, container_format, **properties):
        with open(os.path.join(GUEST, part), "rb") as file:
            return cloud.image.find_image(name) or cloud.image.create_image(
                name=name,
                disk_format=disk_format,
                container_format=container_format,
                visibility="public",
                data=io.BytesIO(file.read()),
                **properties,
            )

    kernel = image("lab-guest-kernel", "kernel", "aki", "aki")
    ramdisk = image("lab-guest-ramdisk", "initrd", "ari", "ari")
    image(
        "lab-guest",
        "disk",
        "raw",
        "bare",
        kernel_id=kernel.id,
        ramdisk_id=ramdisk.id,
        img_hv_type="qemu",
        os_command_line="console=tty0 console=ttyS0 panic=5",
    )


def network(cloud, name, cidr, **more):
    found = cloud.network.find_network(name)
    if found:
        return found
    made = cloud.network.create_network(name=name, **more)
    cloud.network.create_subnet(network_id=made.id, name=f"{name}-v4", ip_version=4, cidr=cidr)
    return made


def servers(cloud, count):
    flavor = cloud.compute.find_flavor("m1.tiny")
    image = cloud.image.find_image("lab-tiny")
    place = cloud.network.find_network("acme-net")
    for number in range(1, count + 1):
        name = f"web-{number:04d}"
        if cloud.compute.find_server(name):
            continue
        cloud.compute.create_server(name=name, flavor_id=flavor.id, image_id=image.id, networks=[{"uuid": place.id}])


def crowd(cloud, count):
    """So many servers that have nothing but a row, made by the batch: a thousand take minutes, not an hour. Those that are too many go."""
    flavor = cloud.compute.find_flavor("m1.tiny")
    image = cloud.image.find_image("lab-tiny")
    present = list(cloud.compute.servers(details=False, name="^crowd-"))
    there = len(present)
    for server in present[count:]:
        cloud.compute.delete_server(server.id)
    while there < count:
        size = min(BATCH, count - there)
        body = {"min_count": size, "max_count": size, "networks": "none", "flavorRef": flavor.id, "imageRef": image.id}
        answer = cloud.compute.post("/servers", json={"server": {"name": f"crowd-{there:04d}", **body}}, microversion="2.37")
        openstack.exceptions.raise_from_response(answer)
        there += size
        while any(True for _ in cloud.compute.servers(details=False, status="BUILD")):
            time.sleep(1)
        print(there, flush=True)


def guests(cloud, count):
    """Servers with a screen. They have no network card: the lab's networks are not there on their host."""
    flavor = cloud.compute.find_flavor(GUEST_FLAVOR[0])
    image = cloud.image.find_image("lab-guest")
    for number in range(1, count + 1):
        if not cloud.compute.find_server(f"guest-{number}"):
            cloud.compute.create_server(name=f"guest-{number}", flavor_id=flavor.id, image_id=image.id, networks="none")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", nargs="?", default="all", choices=["all", "catalogue"])
    options.add_argument("--servers", type=int, default=0, metavar="N")
    options.add_argument("--crowd", type=int, metavar="N")
    options.add_argument("--guests", type=int, default=0, metavar="N", choices=range(4))
    given = options.parse_args()
    admin = connect("admin", "lab-admin", "Default", "admin")
    if given.what == "catalogue":
        catalogue(admin)
        return
    tenants(admin)
    flavors_and_image(admin)
    volume_types(admin)
    if os.path.isdir(GUEST):
        guest(admin)
    network(admin, "public", "172.24.0.0/20", is_router_external=True, provider_network_type="flat", provider_physical_network="physnet1")
    network(admin, "shared", "10.30.0.0/20", is_shared=True)
    network(admin, "admin-net", "10.40.0.0/24")
    alice = connect("alice", "lab-alice", "acme", "acme-prod")
    network(alice, "acme-net", "10.20.0.0/19")
    servers(alice, given.servers)
    if given.crowd is not None:
        crowd(alice, given.crowd)
    guests(alice, given.guests)


main()
