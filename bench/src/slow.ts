import { setTimeout as delay } from 'node:timers/promises';
import { wireTo } from '@gantry/server/test/realtime/support/wire.ts';
import type { Session } from '../../tools/lib/session.ts';
import { noteArrivals, openSockets, punctual, type ChangingServer } from './events.ts';
import { atMost, plain, type Figure } from './figures.ts';
import { memoryOf } from './lists.ts';

/** Changes a second, and how much each says: a failure with the words of a hypervisor. */
const PER_SECOND = 500;
const DETAIL = 1000;
const LOOK_MS = 200;
/** The product's own budget of resident memory (architecture.md). */
const MEMORY_MIB = 300;

/**
 * Sockets that stop reading while much changes, beside others that read: what waits for them stays bounded, they are cut, and the others
 * are told in time. Half as many others as `slow` ones.
 */
export async function measureSlowReaders(server: ChangingServer, session: Session, slow: number, seconds: number): Promise<Figure[]> {
  const wire = await wireTo(server.url);
  const sleepers = await openSockets(wire.url, [session], slow);
  const readers = await openSockets(server.url, [session], slow / 2);
  const noted = noteArrivals(readers);
  const before = memoryOf(server.pid).now;
  let most = before;
  let left = slow;
  const ended = new AbortController();
  const started = performance.now();
  let cutAfter = Number.NaN;
  const watch = (async () => {
    while (!ended.signal.aborted) {
      most = Math.max(most, memoryOf(server.pid).now);
      left = (await openAt(server)) - readers.length;
      if (left === 0 && Number.isNaN(cutAfter)) cutAfter = (performance.now() - started) / 1000;
      await delay(LOOK_MS);
    }
  })();
  wire.hold();
  const committed = await server.change({ perSecond: PER_SECOND, seconds, spread: false, together: 10, detail: DETAIL });
  const took = (performance.now() - started) / 1000;
  // A socket is looked at every two seconds.
  await delay(3000);
  ended.abort();
  await watch;
  const lost = noted.cut();
  for (const socket of [...readers, ...sleepers]) socket.disconnect();
  await wire.close();
  const unseen = noted.unseen(committed);
  return [
    {
      what: `${slow} sockets stop reading while ${PER_SECOND} changes a second are told: cut`,
      measured: `${slow - left} of ${slow}, the last after ${cutAfter.toFixed(1)} s`,
      budget: `${slow}`,
      kept: left === 0,
    },
    atMost('slow readers: resident memory, most', most, MEMORY_MIB, 'MiB'),
    plain('slow readers: resident memory before', before, 'MiB'),
    punctual(`slow readers: committed → event at the ${readers.length} others`, noted.delays(committed), unseen === 0 && lost === 0),
    plain('slow readers: changes', committed.length, `in ${took.toFixed(1)} s; others cut ${lost}, changes that reached nobody ${unseen}`),
  ];
}

/** Sockets that the server has open, by its own figures. */
async function openAt({ adminUrl }: ChangingServer): Promise<number> {
  const figures = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^gantry_sockets_open (\d+)$/m.exec(figures)?.[1] ?? Number.NaN);
}
