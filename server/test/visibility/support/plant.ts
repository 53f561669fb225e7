/** One thing of each kind in a tenant's own place, made from the contract where there is no example of it. */
import { randomUUID } from 'node:crypto';
import { kinds } from '@gantry/contract';
import { jsonSchema } from '@gantry/contract/openapi';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Owner } from '../../../src/port/store/rows.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { put, rowOf } from '../../support/tenants.ts';
import { Draw } from '../../http/fuzz/draw.ts';
import { oddOf } from '../../http/fuzz/odd.ts';
import { valueOf, type Json } from '../../http/fuzz/values.ts';

const SEED = 5;

/** A document that fits the kind's entity. */
export function documentOf(kind: Kind, seed = SEED): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  const schema = jsonSchema(kind.entity, 'output', schemas);
  const whole = (typeof schema['$ref'] === 'string' ? schemas[schema['$ref'].split('/').at(-1) ?? ''] : schema) as Json;
  const making = { draw: new Draw(seed), odd: oddOf(seed), schemas, idOf: () => randomUUID(), kindOf: () => undefined, optional: 1 };
  const {
    revision: _revision,
    unreadable: _unreadable,
    ...document
  } = kind.entity.parse(valueOf(whole, '', making)) as Record<string, unknown>;
  return document;
}

/** Kinds whose rows are places themselves: their id is that of domain or project. */
const PLACES: ReadonlySet<string> = new Set(['domain', 'project']);

/** Puts a thing of every kind into a project, seen from nowhere else; returns the ids by kind. */
export async function plant(store: Store, { domainId, projectId }: { domainId: string; projectId: string }): Promise<Map<string, string>> {
  const ids = new Map([
    ['domain', domainId],
    ['project', projectId],
  ]);
  for (const kind of kinds.values()) {
    if (PLACES.has(kind.name)) continue;
    const id = randomUUID();
    const owner: Owner = { domainId, projectId, userId: null };
    const document = { ...documentOf(kind), project_id: projectId, domain_id: domainId };
    await put(store, rowOf(kind.name, id, document, { ...owner, shares: [] }));
    ids.set(kind.name, id);
  }
  return ids;
}
