import { CLOUD, answerTo, listed, type Item, type Json } from './recorded.ts';
import type { Image } from './wares.ts';

/** A volume that servers boot from. */
export interface Volume {
  id: string;
  attachmentId: string;
  projectId: string;
  userId: string;
  serverId: string;
  host: string | null;
  /** GiB */
  size: number;
  image: Image;
  status: 'creating' | 'in-use' | 'deleting';
  createdAt: number;
  deleteOnTermination: boolean;
}

const MODEL = listed<Item & { attachments: Json[]; volume_image_metadata: Json }>(/volumes\/detail/, 'volumes')[0]!;
/** Cinder's times have no zone. */
export const instant = (time: number): string => new Date(time).toISOString().replace('Z', '000');

/** Member of a snapshot that names its project. */
export const SNAPSHOT_OWNER = 'os-extended-snapshot-attributes:project_id';
const SNAPSHOT = listed(/snapshots\/detail/, 'snapshots').find(({ status }) => status === 'available')!;

/** Volumes, in the order of their ids. */
export class Volumes {
  readonly sorted: Volume[];
  /** One of the first volume, if there is any: enough to read; making more is not played back. */
  readonly snapshots: readonly Item[];

  constructor(volumes: Volume[]) {
    this.sorted = volumes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.snapshots = this.sorted
      .slice(0, 1)
      .map(({ id, size, projectId }) => ({ ...SNAPSHOT, volume_id: id, size, [SNAPSHOT_OWNER]: projectId }));
  }

  get(id: string): Volume | undefined {
    const volume = this.sorted[this.#place(id)];
    return volume?.id === id ? volume : undefined;
  }

  add(volume: Volume): void {
    this.sorted.splice(this.#place(volume.id), 0, volume);
  }

  remove({ id }: Volume): void {
    if (this.get(id)) this.sorted.splice(this.#place(id), 1);
  }

  /** Where an id is, or would be. */
  #place(id: string): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle]!.id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** As `/volumes/detail` lists it, to whoever asks from a project. */
export function shownVolume(volume: Volume, asker: string): Json {
  const at = instant(volume.createdAt);
  const place = `${CLOUD}/volume`;
  const attachment = {
    ...MODEL.attachments[0],
    id: volume.id,
    attachment_id: volume.attachmentId,
    volume_id: volume.id,
    server_id: volume.serverId,
    host_name: volume.host,
    attached_at: at,
  };
  return {
    ...MODEL,
    id: volume.id,
    status: volume.status,
    size: volume.size,
    created_at: at,
    updated_at: at,
    user_id: volume.userId,
    attachments: volume.status === 'creating' ? [] : [attachment],
    'os-vol-tenant-attr:tenant_id': volume.projectId,
    links: [
      { rel: 'self', href: `${place}/v3/${asker}/volumes/${volume.id}` },
      { rel: 'bookmark', href: `${place}/${asker}/volumes/${volume.id}` },
    ],
    volume_image_metadata: { ...MODEL.volume_image_metadata, image_id: volume.image.id, image_name: volume.image.name },
  };
}

/** Version document of Cinder. */
export const CINDER_DOCUMENT = answerTo('GET', /^\/volume\/v3\/$/);
