/** What the documents of volumes that are made with a server are made of. */
import type { ImageDocument, SnapshotDocument, VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import type { NewServer } from '../../servers/embedded/documents.ts';
import { DEFAULT_POLICY } from '../../../engines/embedded/platform/storage-policies/catalogue.ts';

export const bootName = ({ name }: Pick<NewServer, 'name'>): string => `${name.slice(0, 250)}-boot`;

/** What the platform says of each volume: its own storage has it, nothing backs it up yet, and the metrics tell what is used of it. */
const kept: Pick<VolumeDocument, 'usage' | 'backup_plans' | 'volume_backend' | 'traits' | 'snapshot_schedule'> = {
  usage: null,
  backup_plans: [],
  volume_backend: 'vstorage',
  traits: [],
  snapshot_schedule: null,
};

/** A volume that nobody has and nothing is on yet. */
export const newVolume = {
  ...kept,
  description: null,
  status: 'creating',
  bootable: false,
  attachments: [],
  snapshot_id: null,
  volume_image_metadata: null,
} satisfies Partial<VolumeDocument>;

/** What a disk that an image was written to says of it. */
export const imageMetadata = (image: ImageDocument, firmware: string | null = null): VolumeDocument['volume_image_metadata'] => ({
  image_id: image.id,
  image_name: image.name,
  disk_format: image.disk_format,
  hypervisor_type: 'QEMU',
  hw_firmware_type: firmware,
  os_type: image.os_type,
  os_admin_user: image.username,
});

export function bootVolumeDocument(
  server: Pick<NewServer, 'id' | 'name' | 'volumes' | 'projectId' | 'domainId' | 'created'>,
  image: ImageDocument,
  size: number,
  {
    status,
    policy = DEFAULT_POLICY,
    firmware = null,
  }: { status: 'creating' | 'in-use'; policy?: string | undefined; firmware?: string | null | undefined },
): VolumeDocument {
  return {
    ...newVolume,
    id: server.volumes[0]!.id,
    name: bootName(server),
    status,
    size,
    bootable: true,
    attachments: [{ server_id: server.id, server_name: null }],
    storage_policy_name: policy,
    volume_image_metadata: imageMetadata(image, firmware),
    created_at: server.created,
    project_id: server.projectId,
    domain_id: server.domainId,
  };
}

/** A volume that is made of a snapshot for a server to boot from; `source`: the snapshot's own volume, as it was then. */
export const volumeOfSnapshot = (
  server: Pick<NewServer, 'id' | 'name' | 'projectId' | 'domainId'>,
  snapshot: SnapshotDocument,
  source: VolumeDocument,
  made: { id: string; name: string; size: number; created: string },
): VolumeDocument => ({
  ...source,
  id: made.id,
  name: made.name,
  description: null,
  status: 'creating',
  size: made.size,
  attachments: [{ server_id: server.id, server_name: null }],
  snapshot_id: snapshot.id,
  created_at: made.created,
  project_id: server.projectId,
  domain_id: server.domainId,
});

/** An empty volume that is made for a server; `size` in GiB. */
export const blankVolumeDocument = (
  server: Pick<NewServer, 'id' | 'projectId' | 'domainId'>,
  volume: { id: string; name: string; size: number; created: string; policy?: string | undefined },
): VolumeDocument => ({
  ...newVolume,
  id: volume.id,
  name: volume.name,
  size: volume.size,
  attachments: [{ server_id: server.id, server_name: null }],
  storage_policy_name: volume.policy ?? DEFAULT_POLICY,
  created_at: volume.created,
  project_id: server.projectId,
  domain_id: server.domainId,
});
