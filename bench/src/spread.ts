import { projectKind } from '@gantry/contract/nouns/projects/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import { startApp } from '@gantry/server/src/app/app.ts';
import { readConfig } from '@gantry/server/src/app/config.ts';
import type { Row, RowInput } from '@gantry/server/src/port/store/rows.ts';
import type { Store } from '@gantry/server/src/port/store/store.ts';

/**
 * Spreads the sample servers over many projects of their domain, written through the store like any other change. The sums of the
 * platform's quotas no longer fit then: good for reading, not for creating. `env`: of a product that is not running.
 */
export async function spreadOverProjects(env: Record<string, string>, projects: number): Promise<void> {
  const app = await startApp(readConfig({ ...env, GANTRY_LOG_LEVEL: 'warn' }));
  try {
    const first = await firstServer(app.store);
    const ids = await addProjects(app.store, first, projects);
    let count = 0;
    for await (const chunk of app.store.read.sweep(first.engine, serverKind.name, 1000)) {
      const rows = chunk.map(({ id, document }): RowInput => {
        const projectId = ids[(count += 1) % ids.length] ?? '';
        return { ...first, id, projectId, document: { ...document, project_id: projectId } };
      });
      await app.store.transaction((writer) => writer.putMany(rows));
    }
  } finally {
    await app.close();
  }
}

/** Any server: all samples belong to the same project and domain. */
async function firstServer({ read }: Store): Promise<Row> {
  const visibility = { scope: { type: 'system' }, userId: '', domainId: '' } as const;
  const kind: Kind = serverKind;
  const { rows } = await read.list({ kind, visibility, filters: {}, limit: 1, sort: { key: 'created_at', descending: false } });
  if (!rows[0]) throw new Error('there are no servers to spread');
  return rows[0];
}

/** Copies of the servers' project under other names; returns their ids. */
async function addProjects(store: Store, { engine, projectId }: Row, count: number): Promise<string[]> {
  const model = await store.read.get({ engine, kind: projectKind.name, id: projectId ?? '' });
  if (!model) throw new Error('the servers belong to no project');
  const ids = Array.from({ length: count }, (_, index) => `bench-project-${index}`);
  const rows = ids.map((id): RowInput => ({
    ...model,
    id,
    projectId: model.projectId === projectId ? id : model.projectId,
    document: { ...model.document, id, name: id },
  }));
  await store.transaction((writer) => writer.putMany(rows));
  return ids;
}
