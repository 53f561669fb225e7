/** A server in this process that changes its own rows when its parent says so; see events.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { startApp } from '@gantry/server/src/app/app.ts';
import { readConfig } from '@gantry/server/src/app/config.ts';
import type { ChangeNote } from '@gantry/server/src/port/store/changes.ts';
import type { Row } from '@gantry/server/src/port/store/rows.ts';
import { now } from './clock.ts';

/** What to change. `spread`: over all projects, else in the one that has most servers. */
export interface Order {
  perSecond: number;
  seconds: number;
  spread: boolean;
  /** Changes of one transaction; one where absent. */
  together?: number;
  /** Characters that the engine says with each change, as with a failure; an ordinary change where absent. */
  detail?: number;
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

async function change({ perSecond, seconds, spread, together = 1, detail }: Order): Promise<Committed[]> {
  const targets = spread ? rows : inOneProject();
  const committed: Committed[] = [];
  const started = now();
  for (let count = 0; count < perSecond * seconds; count += together) {
    await delay(Math.max(0, started + (count * 1000) / perSecond - now()));
    const changed = await app.store.transaction(async (writer) => {
      const put: { id: string; revision: number }[] = [];
      for (let n = count; n < count + together; n += 1) {
        const target = targets[n % targets.length];
        if (!target) throw new Error('there is no server to change');
        const { engine, kind, id, domainId, projectId, userId } = target;
        const document = { ...target.document, description: `change ${n} at ${started}` };
        const { revision } = await writer.put({ engine, kind, id, domainId, projectId, userId, document }, noteOf(target, detail));
        put.push({ id, revision });
      }
      return put;
    });
    const at = now();
    committed.push(...changed.map((one) => ({ ...one, at })));
  }
  return committed;
}

const noteOf = ({ document }: Row, detail: number | undefined): ChangeNote =>
  detail === undefined
    ? {}
    : { operation: 'failed', error: { code: 'engine_refused', name: String(document['name']), detail: 'x'.repeat(detail) } };

process.on('message', (order: Order) => void change(order).then((committed) => process.send?.(committed)));
process.once('disconnect', () => void app.close());
process.send?.({ url: app.selfServiceUrl, adminUrl: app.adminUrl });
