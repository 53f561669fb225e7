import type { ErrorCode } from '@gantry/contract/wire/errors';
import type { RowInput } from '../../../store/port.ts';
import { faultCode } from '../client/errors.ts';
import { chunks } from '../client/pages.ts';
import type { MirrorContext } from './strategy.ts';

/** Rows written in one transaction: few enough that the store never holds the process for long. */
const BATCH = 100;
/** Milliseconds during which an answer may still be on its way. */
const LATE_MS = 5 * 60_000;

/** Told of each row that was read, whether it changed or not, and of each that is gone. */
interface RowWitness {
  note(row: RowInput): void;
  forget(kind: string, id: string): void;
}

/**
 * Writes what was read from the cloud. Answers may arrive in another order than they were asked for (a page of a sweep against a single
 * re-read): what was asked for earlier never overwrites what was asked for later.
 */
export class Rows {
  readonly #context: MirrorContext;
  readonly #witness: RowWitness;
  /** `kind id` → when its youngest written answer was asked for */
  readonly #asked = new Map<string, number>();

  constructor(context: MirrorContext, witness: RowWitness) {
    this.#context = context;
    this.#witness = witness;
  }

  /** @param askedAt milliseconds; when the request for these rows was sent */
  async write(rows: readonly RowInput[], askedAt: number): Promise<number> {
    const { store, directory } = this.#context;
    let changed = 0;
    for (const batch of chunks(
      rows.filter((row) => this.#isYoungest(row.kind, row.id, askedAt)),
      BATCH,
    )) {
      const failed = await this.#newlyFailed(batch);
      const others = batch.filter((row) => !failed.has(row.id));
      changed += await store.transaction(async (writer) => {
        for (const [row, note] of failed.values()) await writer.put(row, note);
        return (others.length > 0 ? await writer.putMany(others) : 0) + failed.size;
      });
      for (const row of batch) {
        directory.learn(row);
        this.#witness.note(row);
      }
    }
    this.#forgetOld();
    return changed;
  }

  /** Removes a row that the service itself no longer knows. */
  async remove(kind: string, id: string, askedAt: number): Promise<boolean> {
    const { store, engine, directory } = this.#context;
    if (!this.#isYoungest(kind, id, askedAt)) return false;
    directory.forget(kind, id);
    this.#witness.forget(kind, id);
    return store.transaction((writer) => writer.remove({ engine, kind, id }));
  }

  #isYoungest(kind: string, id: string, askedAt: number): boolean {
    const key = `${kind} ${id}`;
    if ((this.#asked.get(key) ?? 0) > askedAt) return false;
    this.#asked.delete(key);
    this.#asked.set(key, askedAt);
    return true;
  }

  /** The oldest entries come first, as each write moves its own to the end. */
  #forgetOld(): void {
    const before = Date.now() - LATE_MS;
    for (const [key, askedAt] of this.#asked) {
      if (askedAt >= before) return;
      this.#asked.delete(key);
    }
  }

  /** Servers that have just come to grief: the log says so with the reason, instead of an ordinary change. */
  async #newlyFailed(batch: readonly RowInput[]): Promise<Map<string, [RowInput, ReturnType<typeof failureNote>]>> {
    const { store, engine } = this.#context;
    const failed = new Map<string, [RowInput, ReturnType<typeof failureNote>]>();
    for (const row of batch) {
      if (row.kind !== 'server' || row.document['status'] !== 'ERROR') continue;
      const before = await store.read.get({ engine, kind: row.kind, id: row.id });
      if (before && before.document['status'] !== 'ERROR') failed.set(row.id, [row, failureNote(row)]);
    }
    return failed;
  }
}

function failureNote({ document }: RowInput) {
  const { fault, name } = document;
  const detail = typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : '';
  const code: ErrorCode = faultCode(detail);
  return { operation: 'failed' as const, error: { code, name: String(name), ...(detail && { detail }) } };
}
