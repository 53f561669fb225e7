/** The uploads of a batch, changed one by one without a look at the others: a batch may have tens of thousands. */
import { isOpen, NO_UPLOADS, summaryOf, uploadStore, type Counts, type Upload } from './state.ts';

let uploads = new Map<string, Upload>();
let counts: Counts = NO_UPLOADS;
let buckets: readonly string[] = [];
let ids: readonly string[] = [];
/** Of `ids`: before it nothing waits any more. */
let turn = 0;

const publish = (): void => uploadStore.set({ ids, uploads, summary: summaryOf(counts, buckets) });

/** Begins anew with these; what was there before is forgotten. */
export function beginBatch(all: readonly Upload[]): void {
  uploads = new Map();
  counts = NO_UPLOADS;
  buckets = [];
  ids = [];
  turn = 0;
  addToBatch(all);
}

/** Puts these behind what is there. */
export function addToBatch(more: readonly Upload[]): void {
  const sums = { ...counts };
  for (const one of more) {
    uploads.set(one.id, one);
    sums[one.status] += 1;
  }
  counts = sums;
  buckets = [...new Set([...buckets, ...more.map(({ bucketName }) => bucketName)])];
  ids = [...ids, ...more.map(({ id }) => id)];
  publish();
}

/** The first that waits. */
export function nextInBatch(): Upload | undefined {
  for (; turn < ids.length; turn += 1) {
    const upload = uploads.get(ids[turn] ?? '');
    if (upload?.status === 'PENDING') return upload;
  }
  return undefined;
}

/** One that is not there any more stays away. */
export function changeInBatch(id: string, how: Partial<Upload>): void {
  const before = uploads.get(id);
  if (!before) return;
  const after = { ...before, ...how };
  uploads.set(id, after);
  if (after.status !== before.status)
    counts = { ...counts, [before.status]: counts[before.status] - 1, [after.status]: counts[after.status] + 1 };
  publish();
}

/** Calls off all that are not at their end. @returns those */
export function cancelBatch(): Upload[] {
  const open = [...uploads.values()].filter(isOpen);
  for (const one of open) uploads.set(one.id, { ...one, status: 'CANCELED', request: null });
  counts = { ...counts, PENDING: 0, PROGRESS: 0, CANCELED: counts.CANCELED + open.length };
  publish();
  return open;
}
