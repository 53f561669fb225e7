import { z } from 'zod';
import type { Store } from '../../../port/store/store.ts';

const BUCKET = 'health';
const KEY = 'mirror';

const shape = z.object({
  /** Kind → when its rows were last in step. */
  asOf: z.record(z.string(), z.string()),
  services: z.array(z.object({ name: z.string(), problem: z.enum(['silent', 'failing']), downSince: z.string(), reason: z.string() })),
  /** Service → when it last answered. */
  answered: z.record(z.string(), z.string()).default({}),
  doubts: z.array(z.object({ kind: z.string(), problem: z.enum(['shrunk', 'unreadable']), since: z.string(), detail: z.string() })),
});
/** What the replica that syncs writes down for the others. */
export type Note = z.infer<typeof shape>;

/** Undefined where none was written yet, or by another version of Gantry. */
export async function readNote(store: Store, engine: string): Promise<Note | undefined> {
  return shape.safeParse(await store.records.get(engine, BUCKET, KEY)).data;
}

export const writeNote = (store: Store, engine: string, note: Note): Promise<void> =>
  store.transaction((writer) => writer.records.put(engine, BUCKET, KEY, note));
