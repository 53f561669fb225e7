import type { Change } from '@gantry/contract/wire/events';
import type { LogEntry } from '../port/store/changes.ts';

/** Names of the change log whose entries a viewer sees; `all` in the system scope. */
export type VisibleNames = 'all' | ReadonlySet<string>;

const isSeen = (visible: VisibleNames, names: readonly string[] | null): boolean =>
  names !== null && (visible === 'all' || names.some((name) => visible.has(name)));

/**
 * A log entry as one viewer is told of it: what stops being visible arrives as deleted, what becomes visible as created (architecture rule 7).
 * Undefined where the viewer saw it neither before nor after. What is not visible any more is named by its id and revision only.
 */
export function changeFor(entry: LogEntry, visible: VisibleNames): Change | undefined {
  const before = isSeen(visible, entry.before);
  const after = isSeen(visible, entry.after);
  if (!before && !after) return undefined;
  const { seq, kind: entity, id, revision, status, error } = entry;
  if (!after) return { seq, entity, operation: 'deleted', id, revision };
  const operation = before || entry.operation === 'failed' ? entry.operation : 'created';
  return { seq, entity, operation, id, revision, ...(status !== null && { status }), ...(error && { error }) };
}

/** What two changes of one resource come to. Who was told of neither may have read it in between, so a deletion always stays one. */
const merged = (former: Change, next: Change): Change => {
  if (next.operation === 'deleted') return next;
  if (former.operation === 'deleted') return { ...next, operation: 'updated' };
  return former.operation === 'created' ? { ...next, operation: 'created' } : next;
};

/** Brings changes of one viewer and channel down to one per resource; failures stay on their own, each is to be shown. In order of `seq`. */
export function coalesced(changes: readonly Change[]): Change[] {
  const last = new Map<string, Change>();
  const failures: Change[] = [];
  for (const change of changes) {
    if (change.operation === 'failed') {
      failures.push(change);
      continue;
    }
    const key = `${change.entity} ${change.id}`;
    const former = last.get(key);
    last.set(key, former ? merged(former, change) : change);
  }
  return [...last.values(), ...failures].sort((a, b) => a.seq - b.seq);
}
