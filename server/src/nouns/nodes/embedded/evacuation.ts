/**
 * Moves the servers of a node away, some at a time: all of them before maintenance, and those of high availability when it is fenced. Each step
 * is one transaction, and where a server goes is reserved before it moves, so that it is on exactly one node whatever ends the process.
 */
import { isEvacuable } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import { instantOf } from '../../../port/clock.ts';
import { settleAccepted } from '../../../engines/embedded/platform/accepted.ts';
import type { NodeDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Evacuation } from '../../../engines/embedded/platform/records.ts';
import type { Work } from '../../../engines/embedded/platform/work.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';
import { clearInstances } from '../../load-balancers/embedded/instances.ts';
import { buildOnOtherNode, reservePlace } from '../../servers/embedded/reservations.ts';
import { beginAction, giveUp } from '../../servers/embedded/transitions.ts';
import { putNode, serversOn } from './index.ts';

/** Servers that are on their way at the same time. */
const AT_ONCE = 5;
/** Milliseconds until the next look: while servers are on their way, and at a fenced node that has none left to restart. */
const LOOK_MS = 500;
const WATCH_MS = 5000;
/** Names that a failure tells. */
const NAMES = 5;
const EVERY = 100_000;

/** Begins to move the servers of a node away. */
export async function beginEvacuation(
  platform: Platform,
  writer: Writer,
  node: NodeDocument,
  { mode, accepted }: Pick<Evacuation, 'mode' | 'accepted'>,
): Promise<void> {
  const record: Evacuation = { mode, accepted, of: node.hypervisor.vms, tried: [], round: 0 };
  await platform.buckets.evacuations.put(writer.records, node.id, record, platform.now());
}

/** Lets what moves servers away from a node not go on, if anything does. Servers that are on their way arrive. `why`: what its task hears. */
export async function endEvacuation(platform: Platform, writer: Writer, nodeId: string, why: string): Promise<void> {
  const { evacuations } = platform.buckets;
  const record = await evacuations.get(writer.records, nodeId);
  if (!record) return;
  await evacuations.remove(writer.records, nodeId);
  if (record.accepted !== null) await settleAccepted(platform, writer, record.accepted, why);
}

/** How much of it is done. */
export async function evacuated(platform: Platform, nodeId: string): Promise<number | undefined> {
  const { buckets, store } = platform;
  const record = await buckets.evacuations.get(store.records, nodeId);
  const node = record && (await platform.document(store.read, 'node', nodeId));
  return node && record.of > 0 ? Math.max(0, 1 - node.hypervisor.vms / record.of) : undefined;
}

/** Servers of a node by what can be done with them now. */
interface Sorted {
  /** On their way; they are waited for. */
  moving: number;
  /** To be moved. */
  waiting: ServerDocument[];
}

async function sorted(platform: Platform, writer: Writer, nodeId: string, mode: Evacuation['mode']): Promise<Sorted> {
  const found: Sorted = { moving: 0, waiting: [] };
  for (const server of await serversOn(platform, nodeId)) {
    const action = (await platform.buckets.transitions.get(writer.records, server.id))?.action;
    if (mode === 'maintenance') {
      if (action === undefined) found.waiting.push(server);
      else found.moving += 1;
    } else if (action === 'evacuate') found.moving += 1;
    else if (server.ha_enabled && action !== 'delete') found.waiting.push(server);
  }
  return found;
}

/** Sets a server on its way to another node. Throws no_capacity, and state_conflict where it cannot be moved as it is. */
async function move(platform: Platform, writer: Writer, server: ServerDocument, mode: Evacuation['mode'], key: string): Promise<void> {
  // It waits for a word on its last move, and holds room in two places.
  if (server.status === 'VERIFY_RESIZE') throw new GantryError('state_conflict');
  const who = { accepted: `${key}:${server.id}`, requestId: key, userId: '' };
  if (mode === 'maintenance') {
    await reservePlace(platform, writer, server, { except: server.host });
    return beginAction(platform, writer, { server, action: 'liveMigrate', ...who });
  }
  // Nothing of it was there yet.
  if ((await platform.buckets.transitions.get(writer.records, server.id))?.action === 'create')
    return void (await putServer(platform, writer, await buildOnOtherNode(platform, writer, server)));
  if (isEvacuable({ ...server, locked: false }) !== true) throw new GantryError('state_conflict');
  const left = await giveUp(platform, writer, server, 'its node was fenced');
  await reservePlace(platform, writer, left, { except: server.host });
  return beginAction(platform, writer, { server: left, action: 'evacuate', ...who });
}

/** Whether it can still be moved, and if so does it: false where there is no room for it, or it is in no state for it. */
async function tryToMove(...args: Parameters<typeof move>): Promise<boolean> {
  try {
    await move(...args);
    return true;
  } catch (error) {
    if (error instanceof GantryError) return false;
    throw error;
  }
}

/** Servers that hold room on a node although they are elsewhere, and nothing goes on with them: they wait for a word on their last move. */
async function holdersOf(platform: Platform, writer: Writer, nodeId: string): Promise<{ moving: boolean; names: string[] }> {
  const { reservations, transitions } = platform.buckets;
  const held = (await reservations.list(writer.records, { limit: EVERY })).filter(({ value }) => value.nodeId === nodeId);
  const names: string[] = [];
  for (const { key } of held) {
    if (await transitions.get(writer.records, key)) return { moving: true, names: [] };
    names.push((await platform.document(writer, 'server', key))?.name ?? key);
  }
  return { moving: false, names };
}

const named = (names: readonly string[]): string =>
  `${names.slice(0, NAMES).join(', ')}${names.length > NAMES ? ` and ${names.length - NAMES} more` : ''}`;

/** One step, unless another process has made it. */
async function advance(platform: Platform, nodeId: string, seen: Evacuation): Promise<void> {
  await platform.change(async (writer) => {
    const { evacuations } = platform.buckets;
    const record = await evacuations.get(writer.records, nodeId);
    if (record?.accepted !== seen.accepted || record.round !== seen.round) return;
    // Traffic of many servers waits for them: they go first, and give back the room that the node is shown with below.
    const balancers = await clearInstances(platform, writer, nodeId);
    const node = await platform.document(writer, 'node', nodeId);
    if (!node) return evacuations.remove(writer.records, nodeId);
    const { mode } = record;
    const { moving, waiting } = await sorted(platform, writer, nodeId, mode);
    const tried = new Set(record.tried);
    let begun = 0;
    for (const server of waiting) {
      if (tried.has(server.id)) continue;
      if (moving + begun >= AT_ONCE) break;
      tried.add(server.id);
      if (await tryToMove(platform, writer, server, mode, record.accepted ?? `node:${nodeId}`)) begun += 1;
    }
    const next = { ...record, tried: [...tried], round: record.round + 1 };
    const later = (ms: number) => instantOf(platform.clock.now() + ms);
    if (moving + begun > 0 || waiting.some(({ id }) => !tried.has(id)))
      return evacuations.put(writer.records, nodeId, next, later(LOOK_MS));
    const left = [...waiting.map(({ name }) => name), ...balancers];
    if (mode === 'restart') {
      if (record.accepted !== null) await settleAccepted(platform, writer, record.accepted, left.length > 0 ? unmoved(left) : null);
      // As long as it is fenced, what could not be restarted yet, or arrives only now, is restarted as soon as there is room.
      return evacuations.put(writer.records, nodeId, { ...next, accepted: null, tried: [] }, later(WATCH_MS));
    }
    const holders = left.length === 0 && node.hypervisor.vms > 0 ? await holdersOf(platform, writer, nodeId) : undefined;
    if (holders?.moving) return evacuations.put(writer.records, nodeId, next, later(LOOK_MS));
    const stuck = [...left, ...(holders?.names ?? [])];
    await endEvacuationWith(platform, writer, nodeId, record, stuck);
    if (stuck.length > 0) await putNode(platform, writer, node, { in_maintenance: false });
  });
  platform.wake();
}

const unmoved = (names: readonly string[]): string =>
  `no other node takes ${names.length} of the servers, for want of room or because of their state: ${named(names)}`;

async function endEvacuationWith(
  platform: Platform,
  writer: Writer,
  nodeId: string,
  { accepted }: Evacuation,
  stuck: readonly string[],
): Promise<void> {
  await platform.buckets.evacuations.remove(writer.records, nodeId);
  if (accepted !== null) await settleAccepted(platform, writer, accepted, stuck.length > 0 ? unmoved(stuck) : null);
}

/** What moves servers away, for the driver. */
export const evacuationsOf = (platform: Platform): Work => ({
  due: async (now, limit) => {
    const due = await platform.buckets.evacuations.due(platform.store.records, now, limit);
    return due.map(
      ({ key, value }) =>
        () =>
          advance(platform, key, value),
    );
  },
  nextDue: () => platform.buckets.evacuations.nextDue(platform.store.records),
});
