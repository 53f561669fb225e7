/**
 * Guests with a will of their own, on demand: the metadata key `gantry.guest` says how a server's guest behaves. `stubborn`: it does not
 * react when asked to shut down. `halts`: it powers itself off, some time after it has begun to run.
 */
import { instantOf } from '../../clock.ts';
import { documentOf, type ServerDocument } from './documents.ts';
import { haltLog, noteEntry } from './journal.ts';
import type { Platform } from './platform.ts';
import type { ChangeNote, Writer } from '../../store/port.ts';
import { putServer } from './rows.ts';

const GUEST_KEY = 'gantry.guest';

type Metadata = Readonly<Record<string, string>>;

export const isStubborn = (metadata: Metadata): boolean => metadata[GUEST_KEY] === 'stubborn';
const haltsItself = (metadata: Metadata): boolean => metadata[GUEST_KEY] === 'halts';

/** Writes a server that has come to rest; a guest that halts by itself will do so after its time. */
export async function putRested(platform: Platform, writer: Writer, server: ServerDocument, note?: ChangeNote): Promise<void> {
  await putServer(platform, writer, server, note);
  if (server.status !== 'ACTIVE' || !haltsItself(server.metadata)) return;
  const now = platform.clock.now();
  await platform.buckets.halts.put(writer.records, server.id, { since: instantOf(now) }, instantOf(now + platform.settings.timings.halt));
}

/** Lets a guest power itself off, if it still runs; while something else goes on its time begins anew at the end of that. */
export async function haltItself(platform: Platform, serverId: string, seen: { since: string }): Promise<void> {
  await platform.change(async (writer) => {
    const { halts } = platform.buckets;
    if ((await halts.get(writer.records, serverId))?.since !== seen.since) return;
    await halts.remove(writer.records, serverId);
    const row = await platform.row(writer, 'server', serverId);
    if (!row) return;
    const server = documentOf('server', row);
    const runs = server.status === 'ACTIVE' && server.task_state === null && server.host_status !== 'DOWN';
    if (!runs || !haltsItself(server.metadata)) return;
    const at = platform.now();
    const entry = { action: 'stop', request_id: null, user_id: null, message: 'the guest powered itself off' };
    await noteEntry(platform, writer.records, serverId, entry, haltLog(at));
    await putServer(platform, writer, { ...server, status: 'SHUTOFF', updated: at });
  });
}
