import { bootVolumeOf, type ServerState } from '@gantry/contract/nouns/servers/rules';
import type { Document, RowInput } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';

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
 * Servers of one engine as they are to be stored: image, system, user and agent of those that boot from a volume are what that volume was
 * made from (S2 §3, decision F18), as far as the volume is known.
 */
export async function withBootVolumes(writer: Writer, engine: string, rows: readonly RowInput[]): Promise<RowInput[]> {
  const wanted = new Map(rows.map(({ id, document }) => [id, bootVolumeIn(document)]));
  const volumes = await writer.getMany(
    engine,
    'volume',
    [...wanted.values()].filter((id) => id !== undefined),
  );
  return rows.map((row) => {
    const volume = volumes.get(wanted.get(row.id) ?? '');
    const members = volume && membersFrom(volume.document);
    return members ? { ...row, document: { ...row.document, ...members } } : row;
  });
}

/** The servers that boot from volumes which were just written become what those say now; those that come later find them there. */
export async function followBootVolumes(writer: Writer, engine: string, volumes: readonly RowInput[]): Promise<void> {
  const attached = volumes.flatMap(({ id, document }) => {
    const members = membersFrom(document);
    const attachments = members ? (document['attachments'] as { server_id: string }[]) : [];
    return attachments.map(({ server_id: serverId }) => ({ id, members, serverId }));
  });
  const servers = await writer.getMany(engine, 'server', [...new Set(attached.map(({ serverId }) => serverId))]);
  const followed = attached.flatMap(({ id, members, serverId }) => {
    const server = servers.get(serverId);
    return server && bootVolumeIn(server.document) === id ? [{ ...server, document: { ...server.document, ...members } }] : [];
  });
  await writer.putMany(followed);
}
