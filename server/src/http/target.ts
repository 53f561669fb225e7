/** What a command works on: found within the caller's visibility, the caller's to change, and needed by nothing else where it is deleted. */
import { parseSort } from '@gantry/contract/wire/query';
import type { Does } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { isOwn } from '../access/visibility.ts';
import { blockerOf } from '../store/lists/blockers.ts';
import type { Row } from '../store/port/rows.ts';
import { param, visibilityFor, type CallRequest } from './call-request.ts';
import type { HttpOptions } from './port.ts';
import { visible } from './reads.ts';

type Of<B extends Does['by']> = Extract<Does, { by: B }>;
type Deps = Pick<HttpOptions, 'store' | 'platform'>;

const named = (request: CallRequest, { id = '', idIn }: Of<'command'>): string =>
  idIn === 'body' ? String((request.body as Readonly<Record<string, unknown>>)[id]) : param(request, id);

/** The row that a command is for; null where it makes something. Throws not_found; validation_failed where the body names it. */
export async function targetOf(request: CallRequest, does: Of<'command'>, deps: Deps): Promise<Row | null> {
  if (does.id === undefined) return null;
  const id = named(request, does);
  if (does.through !== undefined) return through(request, does.through, id, does, deps);
  if (does.idIn === undefined) return addressed(request, id, does, deps);
  const row = await deps.store.read.find(does.kind.name, id, visibilityFor(request));
  if (!row) throw new GantryError('validation_failed', { fields: { [does.id]: [{ code: 'unknown_id' }] } });
  return row;
}

/** The row of an id, if it is at the address that was requested. */
async function addressed(request: CallRequest, id: string, { kind, at }: Of<'command'>, deps: Deps): Promise<Row> {
  const row = await visible(request, kind, id, deps);
  if (at && !at(row.document as never, request.params as never)) throw new GantryError('not_found');
  return row;
}

/** The row that has a part of this id: the network of a subnet. */
async function through(request: CallRequest, key: string, id: string, { kind }: Of<'command'>, { store }: Deps): Promise<Row> {
  const { rows } = await store.read.list({
    kind,
    visibility: visibilityFor(request),
    filters: { [key]: { operator: 'is', values: [id] } },
    sort: parseSort(kind.defaultSort)!,
    limit: 1,
  });
  const [row] = rows;
  if (!row) throw new GantryError('not_found');
  return row;
}

/** Refuses to change what the caller sees only because it is shared. Throws forbidden. */
export function assertOwn(request: CallRequest, row: Row): void {
  if (!isOwn(row, visibilityFor(request))) throw new GantryError('forbidden');
}

/** Refuses to delete what others still refer to, and names some of them. Throws state_conflict. */
export async function assertUnreferenced(request: CallRequest, does: Of<'command' | 'bulk'>, { id }: Row, { store }: Deps): Promise<void> {
  if (does.command !== `${does.kind.name}.delete`) return;
  const reason = await blockerOf(store.read, does.kind, id, visibilityFor(request));
  if (reason) throw new GantryError('state_conflict', { reason });
}
