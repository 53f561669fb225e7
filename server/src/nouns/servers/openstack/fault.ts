import type { Document } from '../../../port/store/rows.ts';
import { faultCode, isGone, isUnreadable } from '../../../engines/openstack/client/errors.ts';
import { getServer, novaServer, type NovaServer } from './client.ts';
import { instantOrNull, type MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';

/** Milliseconds after a server's last change in which its fault may still be written: the compute service does that after the status. */
const WRITTEN_MS = 60_000;

/** What no node had enough of. */
type Lacking = 'vcpus' | 'ram' | 'disk';
interface Fault {
  message: string;
  code: string;
  lacking?: Lacking[];
}

/**
 * A listing omits the fault of servers that never reached a node; requested alone, they have it. What is known since the server's last
 * change is not asked again, nor one that has none, once none can come any more.
 */
export async function withFault({ api, store, engine }: MirrorContext, server: NovaServer): Promise<NovaServer> {
  const known = (await store.read.get({ engine, kind: 'server', id: server.id }))?.document;
  if (known?.['status'] === 'ERROR' && known['updated'] === instantOrNull(server.updated)) {
    const fault = novaServer.shape.fault.safeParse(known['fault']).data;
    if (fault) return { ...server, fault };
    if (Date.now() - Date.parse(String(known['updated'])) > WRITTEN_MS) return server;
  }
  try {
    return await getServer(api, server.id);
  } catch (error) {
    // Deleted since it was listed: the next reading says so. What cannot be read tells no fault.
    if (isGone(error) || isUnreadable(error)) return server;
    throw error;
  }
}

/** What a server's fault means: of one that no node took, what no node had enough of when it was first seen. */
export async function faultOf(context: MirrorContext, server: NovaServer): Promise<Fault | null> {
  if (!server.fault) return null;
  const { message } = server.fault;
  const code = faultCode(message);
  if (code !== 'no_capacity') return { message, code };
  const { store, engine } = context;
  const known = (await store.read.get({ engine, kind: 'server', id: server.id }))?.document;
  // The nodes' room changes all the time, what was lacking then does not.
  const before = known?.['updated'] === instantOrNull(server.updated) ? (known['fault'] as Fault | null) : null;
  return { message, code, lacking: before?.lacking ?? (await lackingFor(context, server)) };
}

async function lackingFor({ store, engine }: MirrorContext, { flavor, image }: NovaServer): Promise<Lacking[]> {
  const most = { vcpus: 0, ram: 0, disk: 0 };
  for await (const nodes of store.read.sweep(engine, 'node')) for (const { document } of nodes) raise(most, document);
  // One that boots from a volume needs no disk of its node.
  const needs = { vcpus: flavor.vcpus, ram: flavor.ram, disk: image ? flavor.disk : 0 };
  return (['vcpus', 'ram', 'disk'] as const).filter((what) => needs[what] > most[what]);
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

function raise(most: Record<Lacking, number>, { in_maintenance: away, statistics }: Document): void {
  if (away === true) return;
  const { compute } = statistics as { compute: Record<'vcpus_free' | 'vm_mem_free' | 'disk_free', number> };
  most.vcpus = Math.max(most.vcpus, compute.vcpus_free);
  most.ram = Math.max(most.ram, compute.vm_mem_free / MIB);
  most.disk = Math.max(most.disk, compute.disk_free / GIB);
}
