/** Commands: found within sight, possible for its engine, allowed by the rule, and then a task. */
import type { Does } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { withoutSecrets } from '@gantry/contract/wire/secret';
import type { Rule } from '@gantry/contract/wire/verdict';
import { actorOf } from '../access/caller.ts';
import { visibilityOf } from '../access/visibility.ts';
import type { Row } from '../store/port.ts';
import type { Accepted, BulkItem } from '../tasks/port.ts';
import { param, signedIn, type Asked } from './asked.ts';
import type { HttpOptions } from './port.ts';
import { visible } from './reads.ts';

type Of<B extends Does['by']> = Extract<Does, { by: B }>;
type Deps = Pick<HttpOptions, 'store' | 'platform' | 'tasks'>;

/** Refuses by the state rule, with its reason (rule 2). */
export function obey(rule: Rule<never, never> | undefined, row: Row, body: unknown): void {
  const verdict = rule ? (rule as Rule<unknown, unknown>)(row.document, body) : true;
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
}

const nameOf = (from: unknown, otherwise: string): string =>
  typeof from === 'object' && from !== null && 'name' in from && typeof from.name === 'string' ? from.name : otherwise;

function common({ call, body, requestId, ...asked }: Asked, { command, kind }: Of<'command' | 'bulk'>) {
  const kwargs = (withoutSecrets(call.body, body) ?? {}) as Readonly<Record<string, unknown>>;
  return { command, entity: kind.name, body, kwargs, actor: actorOf(signedIn(asked)), requestId };
}

export async function command(asked: Asked, does: Of<'command'>, deps: Deps): Promise<Accepted> {
  const target = does.id === undefined ? null : await visible(asked, does.kind, param(asked, does.id), deps);
  const engine = target?.engine ?? deps.platform.defaultEngine;
  if (!deps.platform.can(engine, does.command)) throw new GantryError('not_supported');
  if (target) obey(does.rule, target, asked.body);
  const name = target ? nameOf(target.document, target.id) : nameOf(asked.body, '');
  return deps.tasks.submit({ ...common(asked, does), engine, target, name });
}

export async function bulk(asked: Asked, does: Of<'bulk'>, deps: Deps): Promise<Accepted> {
  const { ids } = asked.body as { ids: readonly string[] };
  const rows = await deps.store.read.findMany(does.kind.name, ids, visibilityOf(signedIn(asked), asked.call.permission));
  const items = ids.map((id): BulkItem => {
    const target = rows.get(id) ?? null;
    return { id, target, name: nameOf(target?.document, id), refusal: refusalOf(target, does, asked.body, deps) };
  });
  return deps.tasks.submitBulk({ ...common(asked, does), items });
}

function refusalOf(target: Row | null, does: Of<'bulk'>, body: unknown, deps: Deps): GantryError | null {
  if (!target) return new GantryError('not_found');
  if (!deps.platform.can(target.engine, does.command)) return new GantryError('not_supported');
  try {
    obey(does.rule, target, body);
    return null;
  } catch (error) {
    if (error instanceof GantryError) return error;
    throw error;
  }
}
