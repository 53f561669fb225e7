import type { Query, QueryClient } from '@tanstack/react-query';
import { ENGINE_ENTITY, type Change } from '@gantry/contract/wire/events';
import { forgetReads } from '../api/request.ts';
import type { ScopeKey } from '../scope.ts';

/** Changes are gathered this long before anything is read again: many events, one refetch per list (decision C13). */
export const COALESCE_MS = 100;
/** The least time between two rounds. */
export const ROUND_MS = 300;
/** When an engine falls silent every console reads again: within this time, not all at once. */
const SPREAD_MS = 1000;

interface Revised {
  id?: unknown;
  revision?: unknown;
}
interface Listed {
  data: readonly Revised[];
  count?: number;
}

const isList = (data: unknown): data is Listed => typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data);

/** Updates with status deleting are ignored for servers; the deleted event that follows removes the row (S0 §4, decision C10). */
const isIgnored = ({ entity, operation, status }: Change): boolean =>
  entity === 'server' && operation === 'updated' && status?.toLowerCase() === 'deleting';

/** Whether rows of a list come from an engine that may be out of order: what it says of itself has changed. */
const comesFromEngine = (data: unknown): boolean => data === undefined || (isList(data) && 'freshness' in data);

const isNewer = (known: Revised | undefined, change: Change): boolean =>
  typeof known?.revision !== 'number' || known.revision < change.revision;

/** Whether a query has to be read again because of a change. */
function concerns(query: Query, change: Change): boolean {
  const { kind, id, follows } = query.meta ?? {};
  if (change.entity === ENGINE_ENTITY) return comesFromEngine(query.state.data);
  // Which of its rows a change of another kind concerns, nobody tells.
  if (follows === change.entity) return true;
  if (kind !== change.entity || (id !== undefined && id !== change.id)) return false;
  if (change.operation !== 'updated') return true;
  const data: unknown = query.state.data;
  if (!isList(data)) return isNewer(data as Revised | undefined, change);
  // A row that is not on this page may belong there by now.
  return isNewer(
    data.data.find((row) => row.id === change.id),
    change,
  );
}

/** A list without the deleted rows, at once; the read that follows fills the page up. */
function withoutRows(data: unknown, gone: ReadonlySet<unknown>): unknown {
  if (!isList(data)) return data;
  const kept = data.data.filter((row) => !gone.has(row.id));
  const removed = data.data.length - kept.length;
  if (removed === 0) return data;
  return { ...data, data: kept, ...(data.count !== undefined && { count: data.count - removed }) };
}

/**
 * Carries changes from the socket into what the screen shows: only newer ones, gathered, and only in the current scope.
 * @param scope the scope of now, asked for at each round.
 */
export class LiveQueries {
  readonly #queryClient: QueryClient;
  readonly #scope: () => ScopeKey;
  #pending: Change[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastRound = 0;

  constructor(queryClient: QueryClient, scope: () => ScopeKey) {
    this.#queryClient = queryClient;
    this.#scope = scope;
  }

  take(changes: readonly Change[]): void {
    const engines = changes.filter(({ entity }) => entity === ENGINE_ENTITY);
    if (engines.length > 0) setTimeout(() => this.#gather(engines), Math.random() * SPREAD_MS);
    this.#gather(changes.filter((change) => change.entity !== ENGINE_ENTITY && !isIgnored(change)));
  }

  #gather(changes: readonly Change[]): void {
    this.#pending.push(...changes);
    if (this.#pending.length === 0) return;
    this.#timer ??= setTimeout(() => this.#round(), Math.max(COALESCE_MS, this.#lastRound + ROUND_MS - Date.now()));
  }

  /** Reads everything on the screen again, and the rest when it is shown (decision C8). `olderThan`: only what was read before (ms). */
  resync(olderThan = Infinity): void {
    forgetReads();
    void this.#queryClient.invalidateQueries({
      predicate: (query) => query.queryKey[0] === this.#scope() && query.state.dataUpdatedAt < olderThan,
    });
  }

  /** Drops what waits: it belongs to an earlier scope. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = [];
  }

  #round(): void {
    const changes = this.#pending;
    this.clear();
    this.#lastRound = Date.now();
    this.#apply(changes);
  }

  #apply(changes: readonly Change[]): void {
    const scope = this.#scope();
    const concerned = this.#queryClient
      .getQueryCache()
      .findAll({ queryKey: [scope] })
      .filter((query) => changes.some((change) => concerns(query, change)));
    if (concerned.length === 0) return;
    forgetReads();
    for (const query of concerned) {
      const gone = new Set(
        changes.filter(({ operation, entity }) => operation === 'deleted' && entity === query.meta?.kind).map(({ id }) => id),
      );
      if (gone.size > 0 && query.state.data !== undefined)
        this.#queryClient.setQueryData(query.queryKey, (data: unknown) => withoutRows(data, gone));
      if (query.state.data === undefined && query.state.fetchStatus === 'fetching') this.#applyAfterLoad(query, changes);
      else void this.#queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  }

  /** What arrives before the first load is held until it is there: only then is known whether it is newer (rule 17). */
  #applyAfterLoad(query: Query, changes: readonly Change[]): void {
    const again = () => this.take(changes.filter((change) => concerns(query, change)));
    query.promise?.then(again, again);
  }
}
