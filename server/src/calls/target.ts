/** What a command works on: found within the caller's visibility, the caller's to change, and needed by nothing else where it is deleted. */
import { parseSort } from '@gantry/contract/wire/query';
import type { Does } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { isOwn } from '../access/visibility.ts';
import { blockerOf } from '../store/lists/blockers.ts';
import type { Row } from '../port/store/rows.ts';
import { param, type AuthorisedRequest } from './call-request.ts';
import type { CallOptions } from './port.ts';
import { narrowedTo, visible } from './reads.ts';

type Of<B extends Does['by']> = Extract<Does, { by: B }>;
type Deps = Pick<CallOptions, 'store' | 'platform'>;

const named = (request: AuthorisedRequest, { id = '', idIn }: Of<'command'>): string =>
  idIn === 'body' ? String((request.body as Readonly<Record<string, unknown>>)[id]) : param(request, id);

/** The row that a command is for; null where it makes something. Throws not_found; validation_failed where the body names it. */
export async function targetOf(request: AuthorisedRequest, does: Of<'command'>, deps: Deps): Promise<Row | null> {
  if (does.id === undefined) {
    await narrowedTo(request, does, deps);
    return null;
  }
  const id = named(request, does);
  if (does.through !== undefined) return through(request, does.through, id, does, deps);
  if (does.idIn === undefined) return addressed(request, id, does, deps);
  const row = await deps.store.read.find(does.kind.name, id, request.visibility);
  if (!row) throw new GantryError('validation_failed', { fields: { [does.id]: [{ code: 'unknown_id' }] } });
  return row;
}

/** The row of an id, if it is at the address that was requested. */
async function addressed(request: AuthorisedRequest, id: string, does: Of<'command'>, deps: Deps): Promise<Row> {
  const row = await visible(request, does, id, deps);
  const { at } = does;
  if (at && !at(row.document as never, request.params as never)) throw new GantryError('not_found');
  return row;
}

/** The row that has a part of this id: the network of a subnet. */
async function through(request: AuthorisedRequest, key: string, id: string, { kind }: Of<'command'>, { store }: Deps): Promise<Row> {
  const { rows } = await store.read.list({
    kind,
    visibility: request.visibility,
    filters: { [key]: { operator: 'is', values: [id] } },
    sort: parseSort(kind.defaultSort)!,
    limit: 1,
  });
  const [row] = rows;
  if (!row) throw new GantryError('not_found');
  return row;
}

/** Refuses by the state rule, with its reason (rule 2). */
export function assertRule(rule: Rule<never, never> | undefined, row: Row, body: unknown): void {
  if (rule) assertAllowed((rule as Rule<unknown, unknown>)(row.document, body));
}

/**
 * Refuses to change what the caller sees only because it is shared, what the state rule refuses, and to delete what others still refer to.
 * Throws forbidden, state_conflict.
 */
export async function assertChangeable(
  { body, visibility }: AuthorisedRequest,
  { rule, command, kind, ...does }: Of<'command' | 'bulk'>,
  row: Row,
  { store }: Deps,
): Promise<void> {
  const isOffered = 'offered' in does && does.offered === true;
  if (!isOffered && !isOwn(row, visibility)) throw new GantryError('forbidden');
  assertRule(rule, row, body);
  const reason =
    command === `${kind.name}.delete`
      ? await blockerOf(store.read, kind, { id: row.id, name: row.document['name'] }, visibility)
      : undefined;
  if (reason) throw new GantryError('state_conflict', { reason });
}
