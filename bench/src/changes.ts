/** A server in this process that changes its own rows when its parent says so; see events.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { startApp } from '@gantry/server/src/app.ts';
import { readConfig } from '@gantry/server/src/config.ts';
import type { Row } from '@gantry/server/src/store/port.ts';
import { now } from './clock.ts';

/** What to change. `spread`: over all projects, else in the one that has most servers. */
export interface Order {
  perSecond: number;
  seconds: number;
  spread: boolean;
}

/** One change, and when its commit was known. */
export interface Committed {
  id: string;
  revision: number;
  at: number;
}

const app = await startApp(readConfig(process.env));
const rows = await allServers();

async function allServers(): Promise<Row[]> {
  const visibility = { scope: { type: 'system' }, userId: '', domainId: '' } as const;
  const sort = { key: 'created_at', descending: false };
  const { rows: found } = await app.store.read.list({ kind: serverKind, visibility, filters: {}, sort, limit: 1000 });
  return found;
}

/** Rows of the project that has most of them. */
function inOneProject(): Row[] {
  const projects = Map.groupBy(rows, ({ projectId }) => projectId);
  return [...projects.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

async function change({ perSecond, seconds, spread }: Order): Promise<Committed[]> {
  const targets = spread ? rows : inOneProject();
  const committed: Committed[] = [];
  const started = now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const target = targets[count % targets.length];
    if (!target) throw new Error('there is no server to change');
    await delay(Math.max(0, started + (count * 1000) / perSecond - now()));
    const { engine, kind, id, domainId, projectId, userId } = target;
    const document = { ...target.document, description: `change ${count} at ${started}` };
    const { revision } = await app.store.transaction((writer) => writer.put({ engine, kind, id, domainId, projectId, userId, document }));
    committed.push({ id, revision, at: now() });
  }
  return committed;
}

process.on('message', (order: Order) => void change(order).then((committed) => process.send?.(committed)));
process.once('disconnect', () => void app.close());
process.send?.({ url: app.selfServiceUrl });
