import { CLOUD, answerTo, idOf, listed, type Item, type Json } from './recorded.ts';
import type { Image } from './resources.ts';

/** A volume that a server boots from, or has beside that. */
export interface Volume {
  id: string;
  /** Empty: Nova gives no name to what it makes. */
  name: string;
  attachmentId: string;
  projectId: string;
  userId: string;
  /** Null: no server has it. */
  serverId: string | null;
  host: string | null;
  /** As the guest sees it: `/dev/sdb`. */
  device: string;
  /** GiB */
  size: number;
  /** Name of its volume type. */
  type: string;
  /** What is on it; null: nothing, and no server boots from it. */
  image: Image | null;
  status:
    'creating' | 'available' | 'reserved' | 'in-use' | 'extending' | 'retyping' | 'uploading' | 'reverting' | 'detaching' | 'deleting';
  createdAt: number;
  deleteOnTermination: boolean;
  /** By which the one who requested it with a server knows it again. */
  tag: string | null;
  /** What is said of one that was made by itself. */
  description?: string | null;
  metadata?: Json;
  snapshotId?: string | null;
  /** Whether servers may boot from it, where somebody has said so. */
  bootable?: boolean;
}

/** One that a server boots from, and one that was made empty. */
const MODEL = listed<Item & { attachments: Json[]; volume_image_metadata: Json }>(/volumes\/detail/, 'volumes')[0]!;
const EMPTY = answerTo<{ volume: Json }>('GET', new RegExp(`/volumes/${idOf('spare')}$`)).volume;
/** Cinder's times have no zone. */
export const instant = (time: number): string => new Date(time).toISOString().replace('Z', '000');

/** Volumes, in the order of their ids. */
export class Volumes {
  readonly sorted: Volume[];

  constructor(volumes: Volume[]) {
    this.sorted = volumes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
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

/** It is with its server, or about to leave it. */
const isAttached = ({ status, serverId }: Volume): boolean =>
  serverId !== null && (status === 'in-use' || status === 'detaching' || status === 'deleting' || status === 'extending');

/** As `/volumes/detail` lists it, to whoever asks from a project. */
export function shownVolume(volume: Volume, asker: string): Json {
  const { image } = volume;
  const at = instant(volume.createdAt);
  const place = `${CLOUD}/volume`;
  const attachment = {
    ...MODEL.attachments[0],
    id: volume.id,
    attachment_id: volume.attachmentId,
    volume_id: volume.id,
    server_id: volume.serverId,
    host_name: volume.host,
    device: volume.device,
    attached_at: at,
  };
  return {
    ...(image ? MODEL : EMPTY),
    id: volume.id,
    name: volume.name,
    status: volume.status,
    size: volume.size,
    volume_type: volume.type,
    created_at: at,
    updated_at: at,
    user_id: volume.userId,
    description: volume.description ?? null,
    metadata: volume.metadata ?? {},
    snapshot_id: volume.snapshotId ?? null,
    attachments: isAttached(volume) ? [attachment] : [],
    'os-vol-tenant-attr:tenant_id': volume.projectId,
    links: [
      { rel: 'self', href: `${place}/v3/${asker}/volumes/${volume.id}` },
      { rel: 'bookmark', href: `${place}/${asker}/volumes/${volume.id}` },
    ],
    ...(volume.bootable !== undefined && { bootable: String(volume.bootable) }),
    ...(image && { volume_image_metadata: { ...MODEL.volume_image_metadata, image_id: image.id, image_name: image.name } }),
  };
}

/** Version document of Cinder. */
export const CINDER_DOCUMENT = answerTo('GET', /^\/volume\/v3\/$/);
