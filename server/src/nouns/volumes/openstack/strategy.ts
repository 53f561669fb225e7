import { isVolumeInProgress } from '@gantry/contract/nouns/volumes/rules';
import type { RowInput } from '../../../port/store/rows.ts';
import { volumes, type CinderVolume } from './client.ts';
import { followBootVolumes } from '../../servers/openstack/boot-volume.ts';
import { withSchedules } from '../../volume-snapshots/openstack/schedule.ts';
import { isOn } from '../../images/openstack/strategy.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { instant, type MirrorContext, type Strategy } from '../../../engines/openstack/mirror/strategy.ts';

/** The storage that a volume is on: `cinder@ceph#pool` → `ceph`. */
const backendOf = (host: string | null | undefined): string | null => /@([^#]+)/.exec(host ?? '')?.[1] ?? null;

/** What nodes must offer, as the image it was made of said it: `trait:CUSTOM_SSD` = `required`. */
const traitsOf = (source: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(source)
    .flatMap(([key, value]) => (key.startsWith('trait:') && value === 'required' ? [key.slice('trait:'.length)] : []))
    .toSorted();

async function rowOf({ engine, directory }: MirrorContext, volume: CinderVolume): Promise<RowInput> {
  const projectId = volume['os-vol-tenant-attr:tenant_id'];
  const domainId = await directory.domainOf(projectId);
  const source = volume.volume_image_metadata;
  return {
    engine,
    kind: 'volume',
    id: volume.id,
    domainId,
    projectId,
    userId: null,
    document: {
      id: volume.id,
      name: volume.name ?? '',
      description: volume.description || null,
      status: volume.status,
      size: volume.size,
      bootable: String(volume.bootable) === 'true',
      attachments: volume.attachments.toSorted((a, b) => (a.server_id < b.server_id ? -1 : 1)),
      storage_policy_name: volume.volume_type ?? null,
      snapshot_id: volume.snapshot_id ?? null,
      volume_image_metadata: source
        ? {
            image_id: source['image_id'] ?? null,
            image_name: source['image_name'] ?? null,
            disk_format: source['disk_format'] ?? null,
            hypervisor_type: source['hypervisor_type'] ?? 'QEMU',
            hw_firmware_type: source['hw_firmware_type'] ?? null,
            os_type: source['os_type'] ?? null,
            os_admin_user: source['os_admin_user'] ?? null,
          }
        : null,
      usage: null,
      backup_plans: [],
      volume_backend: backendOf(volume['os-vol-host-attr:host']),
      traits: traitsOf(source),
      snapshot_schedule: null,
      created_at: instant(volume.created_at),
      project_id: projectId,
      domain_id: domainId ?? '',
      /** what the guest of a server that boots from it has */
      guest_agent: isOn(source?.['hw_qemu_guest_agent']),
    },
  };
}

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
