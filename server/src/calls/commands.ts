/** Commands: found within visibility, possible for its engine, allowed by the rule, and then a task. */
import { optionOf, type BulkMember, type Does } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { referencesIn } from '@gantry/contract/wire/reference';
import { withoutSecrets } from '@gantry/contract/wire/secret';
import { numbered } from '@gantry/contract/wire/values';
import { actorOf } from '../access/caller.ts';
import type { Row } from '../port/store/rows.ts';
import type { Accepted, BulkItem } from '../tasks/port.ts';
import type { AuthorisedRequest } from './call-request.ts';
import { noFields } from './fields.ts';
import { labelOf } from './about.ts';
import { onceOf } from './idempotency.ts';
import type { CallOptions } from './port.ts';
import { narrowedTo } from './reads.ts';
import { assertChangeable, targetOf } from './target.ts';

type Of<B extends Does['by']> = Extract<Does, { by: B }>;
type Deps = Pick<CallOptions, 'store' | 'platform' | 'tasks'>;

/** Whether an id stands somewhere in what is changed. */
const holds = (value: unknown, id: string): boolean =>
  value === id || (typeof value === 'object' && value !== null && Object.values(value).some((part) => holds(part, id)));

/** Refuses ids in a body that the caller does not see or that are of another engine, each at its field, as ids that never were. */
async function validateReferences(
  request: AuthorisedRequest,
  { engine, target }: { engine: string; target: Row | null },
  { store }: Pick<Deps, 'store'>,
): Promise<void> {
  const references = referencesIn(request.call.body, request.body);
  const fields = noFields();
  for (const [kind, named] of Map.groupBy(references, (reference) => reference.kind)) {
    const rows = await store.read.findMany(kind, [...new Set(named.map(({ id }) => id))], request.visibility);
    for (const { id, field, held = false } of named)
      if (rows.get(id)?.engine !== engine && !(held && holds(target?.document, id))) fields[field] = [{ code: 'unknown_id' }];
  }
  if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
}

const nameOf = (from: unknown, otherwise: string): string =>
  typeof from === 'object' && from !== null && 'name' in from && typeof from.name === 'string' ? from.name : otherwise;

function common({ call, requestId, ...request }: AuthorisedRequest, does: Of<'command' | 'bulk'>) {
  const { command, kind } = does;
  const merged = 'merged' in does && does.merged;
  const body: unknown = merged ? { ...request.params, ...request.query, ...(request.body as object | undefined) } : request.body;
  const shown = withoutSecrets(call.body, body) ?? {};
  // A body that is a list is kept as one member.
  const kwargs = (Array.isArray(shown) ? { items: shown } : shown) as Readonly<Record<string, unknown>>;
  return { command, entity: kind.name, body, kwargs, actor: actorOf(request.caller), requestId };
}

export async function command(request: AuthorisedRequest, does: Of<'command'>, deps: Deps): Promise<Accepted> {
  const once = onceOf(request);
  const earlier = once && (await deps.tasks.answered(once));
  if (earlier) return earlier;
  const target = await targetOf(request, does, deps);
  request.named(target ? [labelOf(target.document, target.id)] : namesToMake(does, request.body));
  const engine = target?.engine ?? deps.platform.engineFor(does.command, does.kind);
  assertSupported(does, engine, request.body, deps);
  await validateReferences(request, { engine, target }, deps);
  if (target) await assertChangeable(request, does, target, deps);
  const isMade = target === null || does.makes?.id === 'id';
  const name = isMade ? nameOf(request.body, '') : nameOf(target.document, target.id);
  const copies = copiesOf(does, request.body, name);
  return deps.tasks.submit({
    ...common(request, does),
    engine,
    target,
    isMade,
    name,
    copies,
    once,
    bytes: request.bytes,
    begun: request.begun,
  });
}

/** Refuses what the engine cannot do, and members of a body that it does not take. Throws not_supported. */
function assertSupported({ command: name, options = [] }: Of<'command' | 'bulk'>, engine: string, body: unknown, { platform }: Deps): void {
  if (!platform.can(engine, name)) throw new GantryError('not_supported');
  const said = (body ?? {}) as Readonly<Record<string, unknown>>;
  const lacking = options.find((member) => said[member] !== undefined && !platform.can(engine, optionOf(name, member)));
  if (lacking !== undefined) throw new GantryError('not_supported', { detail: `this cloud does not take ${lacking}` });
}

/** Names of several alike, where the body asks for more than one. */
function copiesOf({ copies: member }: Of<'command'>, body: unknown, name: string): string[] | undefined {
  const count = member === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[member];
  return typeof count === 'number' && count > 1 ? Array.from({ length: count }, (_, index) => numbered(name, index + 1)) : undefined;
}

/** What something is to be called that the body names; nothing where it does not. */
const namesToMake = (does: Of<'command'>, body: unknown): readonly string[] => {
  const name = nameOf(body, '');
  return copiesOf(does, body, name) ?? (name === '' ? [] : [name]);
};

/** Resources of a bulk call that are read together: they may be large, and of most of what they hold nothing is kept. */
const TOGETHER = 20;

export async function bulk(request: AuthorisedRequest, does: Of<'bulk'>, deps: Deps): Promise<Accepted> {
  const domainId = await narrowedTo(request, does, deps);
  const ids = (request.body as Readonly<Record<BulkMember, readonly string[]>>)[does.ids ?? 'ids'];
  const items: BulkItem[] = [];
  const labels: string[] = [];
  for (let start = 0; start < ids.length; start += TOGETHER) {
    const some = ids.slice(start, start + TOGETHER);
    const rows = await deps.store.read.findMany(does.kind.name, some, request.visibility);
    for (const id of some) {
      const row = rows.get(id);
      const target = row && (domainId === undefined || row.domainId === domainId) ? row : null;
      const refusal = await refusalOf(request, target, does, deps);
      if (refusal && does.whole) throw refusal;
      labels.push(labelOf(target?.document, id));
      items.push({ id, target: target && { engine: target.engine }, name: nameOf(target?.document, id), refusal });
    }
  }
  request.named(labels);
  for (const engine of new Set(items.flatMap(({ target }) => target?.engine ?? [])))
    await validateReferences(request, { engine, target: null }, deps);
  return deps.tasks.submitBulk({ ...common(request, does), items });
}

async function refusalOf(request: AuthorisedRequest, target: Row | null, does: Of<'bulk'>, deps: Deps): Promise<GantryError | null> {
  if (!target) return new GantryError('not_found');
  try {
    assertSupported(does, target.engine, request.body, deps);
    await assertChangeable(request, does, target, deps);
    return null;
  } catch (error) {
    if (error instanceof GantryError) return error;
    throw error;
  }
}
