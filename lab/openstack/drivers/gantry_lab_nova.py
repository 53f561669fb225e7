"""Nova's fake driver, with a memory that outlives its process, guests whose power follows what is done to them, and real snapshots."""

import io

from nova import context as nova_context
from nova import objects
from nova.compute import power_state
from nova.image import glance
from nova.virt import fake

# Bytes of a snapshot: an empty disk.
SNAPSHOT = 1024 * 1024


def tagged_volumes(context, instance):
    """What Nova looks through when a volume with a tag is detached."""
    devices = objects.BlockDeviceMappingList.get_by_instance_uuid(context, instance.uuid)
    tagged = [device for device in devices if device.tag and device.volume_id]
    return objects.InstanceDeviceMetadata(
        devices=[objects.DiskMetadata(bus=objects.DeviceBus(), serial=device.volume_id, tags=[device.tag]) for device in tagged]
    )


class Driver(fake.FakeDriver):
    def init_host(self, host):
        super().init_host(host)
        known = objects.InstanceList.get_by_host(
            nova_context.get_admin_context(), host, expected_attrs=["flavor", "info_cache"]
        )
        for instance in known:
            if instance.vm_state in ("building", "error", "deleted"):
                continue
            guest = fake.FakeInstance(instance.name, instance.power_state or power_state.NOSTATE, instance.uuid)
            self.instances[instance.uuid] = guest
            flavor = instance.flavor
            self.resources.claim(vcpus=flavor.vcpus, mem=flavor.memory_mb, disk=flavor.root_gb)
            for vif in (instance.info_cache and instance.info_cache.network_info) or []:
                self._interfaces[vif["id"]] = vif

    def spawn(self, context, instance, *args, **kwargs):
        super().spawn(context, instance, *args, **kwargs)
        instance.device_metadata = tagged_volumes(context, instance)

    def attach_volume(self, context, connection_info, instance, *args, **kwargs):
        super().attach_volume(context, connection_info, instance, *args, **kwargs)
        instance.device_metadata = tagged_volumes(context, instance)
        instance.save()

    def post_live_migration(self, context, instance, block_device_info, migrate_data=None):
        # Nova's own forgets to take the guest from the node it has left, where it then could never come back to.
        self.destroy(context, instance, network_info=None, block_device_info=block_device_info)

    def _power(self, instance, state):
        if instance.uuid in self.instances:
            self.instances[instance.uuid].state = state

    def pause(self, instance):
        self._power(instance, power_state.PAUSED)

    def unpause(self, instance):
        self._power(instance, power_state.RUNNING)

    def suspend(self, context, instance):
        self._power(instance, power_state.SUSPENDED)

    def resume(self, context, instance, network_info, block_device_info=None):
        self._power(instance, power_state.RUNNING)

    def rescue(self, context, instance, network_info, image_meta, rescue_password, block_device_info):
        self._power(instance, power_state.RUNNING)

    def snapshot(self, context, instance, image_id, update_task_state):
        super().snapshot(context, instance, image_id, update_task_state)
        images = glance.API()
        image = images.get(context, image_id)
        uploaded = {
            "name": image["name"],
            "status": "active",
            "disk_format": "raw",
            "container_format": "bare",
            "properties": image.get("properties", {}),
        }
        images.update(context, image_id, uploaded, io.BytesIO(bytes(SNAPSHOT)), purge_props=False)
