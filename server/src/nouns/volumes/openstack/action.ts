/** What is asked of the volume service about one volume, by the action's name, and looked at before. */
import type { ServerState } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Document, Row } from '../../../port/store/rows.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { refreshNow, type Change, type Parts } from '../../../engines/openstack/commands/parts.ts';

export const KIND = 'volume';

/** What its row tells of a volume. */
export interface VolumeNow {
  status: string;
  size: number;
  storage_policy_name: string | null;
  volume_image_metadata: { disk_format: string | null } | null;
  attachments: readonly { server_id: string }[];
}

/** A volume as it is now, and the servers that have it. */
export interface Found {
  row: Row;
  volume: VolumeNow;
  servers: ServerState[];
}

/** Looks at a volume before something is asked of it. Throws not_found. */
export async function found(parts: Parts, context: CommandContext, id: string): Promise<Found> {
  const { engine } = parts;
  const { read } = context.store;
  await refreshNow(parts, context, id, KIND);
  const row = await read.get({ engine, kind: KIND, id });
  if (!row) throw new GantryError('not_found');
  const volume = row.document as Document & VolumeNow;
  const rows = await Promise.all(volume.attachments.map((one) => read.get({ engine, kind: 'server', id: one.server_id })));
  return { row, volume, servers: rows.flatMap((server) => (server ? [server.document] : [])) };
}

/** The request for an action: `{"os-extend": {…}}`. */
export const actionOn = (id: string, body: object): Change => ({
  service: 'volume',
  method: 'POST',
  path: `/volumes/${encodeURIComponent(id)}/action`,
  body,
});
