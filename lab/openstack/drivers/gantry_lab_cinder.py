"""Volumes as sparse files in one folder, enough to boot from and to attach to servers that run nowhere."""

import os
import shutil

from cinder import context, interface
from cinder.image import image_utils
from cinder.volume import configuration, driver
from oslo_config import cfg
from oslo_utils import units

OPTIONS = [cfg.StrOpt("gantry_lab_folder", help="Where the files are")]
cfg.CONF.register_opts(OPTIONS, group=configuration.SHARED_CONF_GROUP)
CAPACITY_GB = 100_000

# Debian 12: oslo.messaging 14.0.3 leaves read_deleted out of a context before each notification, and cinder 21.3.1 then refuses to read
# that context. The value that was left out is the default.
_from_dict = context.RequestContext.from_dict.__func__
context.RequestContext.from_dict = classmethod(lambda cls, values: _from_dict(cls, {**values, "read_deleted": values.get("read_deleted") or "no"}))


@interface.volumedriver
class FileDriver(driver.VolumeDriver):
    VERSION = "1.0.0"
    VENDOR = "Gantry lab"
    CI_WIKI_NAME = "none"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.configuration.append_config_values(OPTIONS)

    def do_setup(self, context):
        self.folder = self.configuration.gantry_lab_folder
        os.makedirs(self.folder, exist_ok=True)

    def check_for_setup_error(self):
        pass

    def _path(self, thing):
        return os.path.join(self.folder, thing.name)

    local_path = _path

    def _resize(self, volume, size):
        with open(self._path(volume), "ab") as file:
            file.truncate(int(size) * units.Gi)

    def create_volume(self, volume):
        self._resize(volume, volume.size)

    def extend_volume(self, volume, new_size):
        self._resize(volume, new_size)

    def _copy(self, source, target):
        shutil.copyfile(self._path(source), self._path(target))

    def create_cloned_volume(self, volume, source):
        self._copy(source, volume)
        self._resize(volume, volume.size)

    def create_snapshot(self, snapshot):
        self._copy(snapshot.volume, snapshot)

    def create_volume_from_snapshot(self, volume, snapshot):
        self._copy(snapshot, volume)
        self._resize(volume, volume.size)

    def _delete(self, thing):
        if os.path.exists(self._path(thing)):
            os.unlink(self._path(thing))

    delete_volume = _delete
    delete_snapshot = _delete

    def copy_image_to_volume(self, context, volume, image_service, image_id, disable_sparse=False):
        image_utils.fetch_to_raw(context, image_service, image_id, self._path(volume), self.configuration.volume_dd_blocksize, size=volume.size)
        self._resize(volume, volume.size)

    def ensure_export(self, context, volume):
        pass

    def create_export(self, context, volume, connector):
        pass

    def remove_export(self, context, volume):
        pass

    def initialize_connection(self, volume, connector):
        return {"driver_volume_type": "local", "data": {"device_path": self._path(volume)}}

    def terminate_connection(self, volume, connector, **kwargs):
        pass

    def _update_volume_stats(self):
        self._stats = {
            "volume_backend_name": self.configuration.safe_get("volume_backend_name"),
            "vendor_name": self.VENDOR,
            "driver_version": self.VERSION,
            "storage_protocol": "local",
            "total_capacity_gb": CAPACITY_GB,
            "free_capacity_gb": CAPACITY_GB,
            "reserved_percentage": 0,
            "thin_provisioning_support": True,
            "max_over_subscription_ratio": "20.0",
            "provisioned_capacity_gb": 0,
        }
