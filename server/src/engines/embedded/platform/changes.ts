/**
 * What takes time, for resources of every kind: a resource goes through statuses, each for its part of the time, and at the end something comes of
 * it. There is one record for each resource with which something goes on; the driver carries it on when it is due.
 */
import type { Documents, Instant } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { instantOf } from '../../../port/clock.ts';
import { settleAccepted } from './accepted.ts';
import type { KindName } from './documents.ts';
import type { ChangeRecord, Details } from './records.ts';
import type { Work } from './work.ts';
import type { Platform } from './platform.ts';
import { putOwned } from './rows.ts';
import type { Timings } from './settings.ts';

/** What has come of it. */
export interface End<D> {
  /** As it is from now on; null where it is gone, or written already. */
  document: D | null;
  /** Why it failed; null where it did not. */
  failure: string | null;
}

/** Something that resources of a kind go through. */
export interface AsyncOperation<K extends KindName = KindName, X extends Details = Details> {
  kind: K;
  /** Name of its own: `volume.extend`. */
  does: string;
  /** How long all of it takes. */
  timing: keyof Timings;
  /** Statuses that the resource has meanwhile, in their order; none: it stays as it is. */
  through(document: Documents[K]): readonly string[];
  /** What happens at the end. */
  end(platform: Platform, writer: Writer, document: Documents[K], details: X): Promise<End<Documents[K]>>;
}

/** All that resources may go through, by its name. */
export type AsyncOperations = ReadonlyMap<string, AsyncOperation>;

/** One of them among all: the documents and details that it gets are those of its kind, which it has written itself. */
export const asyncOperation = <K extends KindName, X extends Details>({
  kind,
  does,
  timing,
  through,
  end,
}: AsyncOperation<K, X>): AsyncOperation => ({
  kind,
  does,
  timing,
  through: (document) => through(document as Documents[K]),
  end: (platform, writer, document, details) => end(platform, writer, document as Documents[K], details as X),
});

const keyOf = (kind: KindName, id: string): string => `${kind}:${id}`;

/** A document with the status of a step. */
const inStep = <K extends KindName>({ through }: AsyncOperation<K, never>, document: Documents[K], step: number): Documents[K] => {
  const status = through(document)[step];
  return status === undefined ? document : { ...document, status };
};

/** Milliseconds that one step takes. */
const stepTime = <K extends KindName>(platform: Platform, { timing, through }: AsyncOperation<K, never>, document: Documents[K]): number =>
  platform.settings.timings[timing] / Math.max(1, through(document).length);

/** Sets a resource on its way, and writes it as it is now to be seen. */
export async function beginChange<K extends KindName, X extends Details>(
  platform: Platform,
  writer: Writer,
  asyncOperation: AsyncOperation<K, X>,
  { document, accepted, details }: { document: Documents[K]; accepted: string | null; details: X },
): Promise<void> {
  if (asyncOperation.through(document).length > 0)
    await putOwned(platform, writer, asyncOperation.kind, inStep(asyncOperation, document, 0));
  const now = platform.clock.now();
  const record: ChangeRecord = { does: asyncOperation.does, step: 0, begun: instantOf(now), accepted, details };
  const due = instantOf(now + stepTime(platform, asyncOperation, document));
  await platform.buckets.changes.put(writer.records, keyOf(asyncOperation.kind, document.id), record, due);
}

/** Carries a resource over the end of its present step, unless another process has done so. */
async function advanceChange(
  platform: Platform,
  asyncOperations: AsyncOperations,
  { key, value: seen, due }: { key: string; value: ChangeRecord; due: Instant },
): Promise<void> {
  await platform.change(async (writer) => {
    const { changes } = platform.buckets;
    const change = await changes.get(writer.records, key);
    if (change?.begun !== seen.begun || change.accepted !== seen.accepted || change.step !== seen.step) return;
    const asyncOperation = asyncOperations.get(change.does);
    if (!asyncOperation) throw new Error(`nothing is known of ${change.does}, which goes on with ${key}`);
    const id = key.slice(asyncOperation.kind.length + 1);
    const document = await platform.document(writer, asyncOperation.kind, id);
    const next = change.step + 1;
    if (document && next < asyncOperation.through(document).length) {
      await putOwned(platform, writer, asyncOperation.kind, inStep(asyncOperation, document, next));
      const later = instantOf(Date.parse(due) + stepTime(platform, asyncOperation, document));
      return changes.put(writer.records, key, { ...change, step: next }, later);
    }
    await changes.remove(writer.records, key);
    const end = document ? await asyncOperation.end(platform, writer, document, change.details) : GONE;
    if (end.document) await putOwned(platform, writer, asyncOperation.kind, end.document);
    if (change.accepted !== null) await settleAccepted(platform, writer, change.accepted, end.failure);
  });
}

const GONE: End<never> = { document: null, failure: 'it is gone' };

/** What resources go through, for the driver. */
export const changesOf = (platform: Platform, asyncOperations: AsyncOperations): Work => ({
  due: async (now, limit) => {
    const due = await platform.buckets.changes.due(platform.store.records, now, limit);
    return due.map((one) => () => advanceChange(platform, asyncOperations, one));
  },
  nextDue: () => platform.buckets.changes.nextDue(platform.store.records),
});

/** What goes on with a resource; undefined where nothing does. */
export const changeOf = (platform: Platform, writer: Writer, kind: KindName, id: string): Promise<ChangeRecord | undefined> =>
  platform.buckets.changes.get(writer.records, keyOf(kind, id));

/** Lets what goes on with a resource not go on. Whoever waits for it has to be told (`settleAccepted`). */
export const removeChange = (platform: Platform, writer: Writer, kind: KindName, id: string): Promise<void> =>
  platform.buckets.changes.remove(writer.records, keyOf(kind, id));
