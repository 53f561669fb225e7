import { isVolumeInProgress } from '@gantry/contract/nouns/volumes/rules';
import { volumes, type CinderVolume } from './client.ts';
import { followBootVolumes } from '../../servers/openstack/boot-volume.ts';
import { withSchedules } from '../../volume-snapshots/openstack/schedule.ts';
import { isOn } from '../../images/openstack/strategy.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { ofProjects } from '../../../engines/openstack/mirror/mapping.ts';
import { instant, type Strategy } from '../../../engines/openstack/mirror/strategy.ts';

/** The storage that a volume is on: `cinder@ceph#pool` → `ceph`. */
const backendOf = (host: string | null | undefined): string | null => /@([^#]+)/.exec(host ?? '')?.[1] ?? null;

/** What nodes must offer, as the image it was made of said it: `trait:CUSTOM_SSD` = `required`. */
const traitsOf = (source: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(source)
    .flatMap(([key, value]) => (key.startsWith('trait:') && value === 'required' ? [key.slice('trait:'.length)] : []))
    .toSorted();

/** What of the image a volume says that it was made of. */
const sourceOf = (source: Readonly<Record<string, string>>) => ({
  image_id: source['image_id'] ?? null,
  image_name: source['image_name'] ?? null,
  disk_format: source['disk_format'] ?? null,
  hypervisor_type: source['hypervisor_type'] ?? 'QEMU',
  hw_firmware_type: source['hw_firmware_type'] ?? null,
  os_type: source['os_type'] ?? null,
  os_admin_user: source['os_admin_user'] ?? null,
});

const rowOf = ofProjects<CinderVolume>('volume', (volume) => volume['os-vol-tenant-attr:tenant_id'], {
  name: ({ name }) => name ?? '',
  description: ({ description }) => description || null,
  status: 'status',
  size: 'size',
  bootable: ({ bootable }) => String(bootable) === 'true',
  attachments: ({ attachments }) => attachments.toSorted((a, b) => (a.server_id < b.server_id ? -1 : 1)),
  storage_policy_name: 'volume_type',
  snapshot_id: 'snapshot_id',
  volume_image_metadata: ({ volume_image_metadata: source }) => (source ? sourceOf(source) : null),
  usage: () => null,
  backup_plans: () => [],
  volume_backend: (volume) => backendOf(volume['os-vol-host-attr:host']),
  traits: ({ volume_image_metadata: source }) => traitsOf(source),
  snapshot_schedule: () => null,
  created_at: ({ created_at: at }) => instant(at),
  /** what the guest of a server that boots from it has */
  guest_agent: ({ volume_image_metadata: source }) => isOn(source?.['hw_qemu_guest_agent']),
});

/** Volumes of all projects. */
export const volumeStrategy = (every: number): Strategy =>
  listedStrategy({
    kind: 'volume',
    service: 'volume',
    every,
    from: volumes,
    rowOf,
    complete: withSchedules,
    follow: followBootVolumes,
    inTransition: ({ status }) => isVolumeInProgress({ status: String(status) }),
  });
