import { bootVolumeOf, type ServerState } from '@gantry/contract/nouns/servers/rules';
import type { Document, RowInput, Writer } from '../../../store/port.ts';
import type { MirrorContext } from './strategy.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const bootVolumeIn = (server: Document): string | undefined => bootVolumeOf(server as Pick<ServerState, 'volumes' | 'boots_from_volume'>);

/** What a server has of the volume it boots from: the compute service says nothing of it. Undefined where the volume was made from no image. */
function membersFrom({ volume_image_metadata: source, guest_agent: agent }: Document): Document | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  const { image_id: id, image_name: name, os_type: osType, os_admin_user: user } = source as Document;
  return {
    image: typeof id === 'string' ? { id, name: text(name), os_type: text(osType) } : null,
    username: text(user),
    allow_set_password: agent === true,
  };
}

/**
 * Servers as they are to be stored: image, system, user and agent of those that boot from a volume are what that volume was made from
 * (S2 §3, decision F18), as far as the volume is known. Other rows stay as they are.
 */
export async function withBootVolumes({ store }: MirrorContext, rows: readonly RowInput[]): Promise<RowInput[]> {
  const joined: RowInput[] = [];
  for (const row of rows) {
    const id = row.kind === 'server' ? bootVolumeIn(row.document) : undefined;
    const volume = id === undefined ? undefined : await store.read.get({ engine: row.engine, kind: 'volume', id });
    const members = volume && membersFrom(volume.document);
    joined.push(members ? { ...row, document: { ...row.document, ...members } } : row);
  }
  return joined;
}

/** The servers that boot from volumes which were just written become what those say now; those that come later find them there. */
export async function followBootVolumes(writer: Writer, volumes: readonly RowInput[]): Promise<void> {
  for (const { engine, kind, id, document } of volumes) {
    const members = kind === 'volume' ? membersFrom(document) : undefined;
    if (!members) continue;
    for (const { server_id: serverId } of document['attachments'] as { server_id: string }[]) {
      const server = await writer.get({ engine, kind: 'server', id: serverId });
      if (server && bootVolumeIn(server.document) === id) await writer.put({ ...server, document: { ...server.document, ...members } });
    }
  }
}
