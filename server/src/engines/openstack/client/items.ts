import { AsyncLocalStorage } from 'node:async_hooks';
import { fit, membersOf } from '@gantry/contract/wire/fit';
import { isMembers } from '@gantry/contract/wire/kind';
import { z } from 'zod';
import { takeTurn } from '../../../turns/turns.ts';

/** Something in an answer that is not as the service's API promises. */
export interface Wrong {
  /** Null where not even that can be read. */
  id: string | null;
  problem: string;
  /** Its members that were replaced, where the others could be taken; absent where it was left out. */
  members?: readonly string[];
}

/** One answer's worth of a listing. One resource that cannot be read does not hide the others. */
export interface Items<T> {
  items: T[];
  wrong: Wrong[];
  /** Ids of all resources, readable or not, in the order of the listing. */
  ids: string[];
  /** How many resources the service listed. */
  count: number;
}

const identified = z.object({ id: z.string().min(1) });
const idOf = (entry: unknown): string | null => identified.safeParse(entry).data?.id ?? null;

/** A resource as far as it can be read; undefined where that makes none. */
function mend<S extends z.ZodType>(item: S, entry: unknown, error: z.ZodError): { item: z.output<S>; wrong: Wrong } | undefined {
  const mended = isMembers(entry) ? item.safeParse(fit(item, entry)) : undefined;
  return mended?.success
    ? { item: mended.data, wrong: { id: idOf(entry), problem: z.prettifyError(error), members: membersOf(error) } }
    : undefined;
}

/** Reads a listing a few resources at a time: others have their turn in between. */
async function read<S extends z.ZodType>(item: S, listed: readonly unknown[], mends: boolean): Promise<Items<z.output<S>>> {
  const result: Items<z.output<S>> = { items: [], wrong: [], ids: [], count: listed.length };
  for (const entry of listed) {
    await takeTurn();
    const id = idOf(entry);
    if (id !== null) result.ids.push(id);
    const parsed = item.safeParse(entry);
    const mended = parsed.success || !mends || id === null ? undefined : mend(item, entry, parsed.error);
    if (parsed.success) result.items.push(parsed.data);
    else {
      if (mended) result.items.push(mended.item);
      result.wrong.push(mended?.wrong ?? { id, problem: z.prettifyError(parsed.error) });
    }
  }
  return result;
}

/** The shape of a listing whose resources have this shape. Of one that has not, what can be read is taken where it has an id. */
export const itemsOf = <S extends z.ZodType>(item: S) => z.array(z.unknown()).transform((listed) => read(item, listed, true));

/** The same without those that do not have the shape. */
export const soundItemsOf = <S extends z.ZodType>(item: S) => z.array(z.unknown()).transform((listed) => read(item, listed, false));

const mending = new AsyncLocalStorage<Wrong[]>();

/** Reads for the mirror: `oneOf` takes what can be read. `wrong`: of what it did. */
export async function mended<T>(work: () => Promise<T>): Promise<{ result: T; wrong: readonly Wrong[] }> {
  const wrong: Wrong[] = [];
  return { result: await mending.run(wrong, work), wrong };
}

/** The shape of a single resource. Within `mended` what can be read is taken of one that has not this shape; commands get none. */
export const oneOf = <S extends z.ZodType>(item: S) =>
  z.unknown().transform((entry, context): z.output<S> => {
    const { success, data, error } = item.safeParse(entry);
    if (success) return data;
    const wrong = mending.getStore();
    const found = wrong && mend(item, entry, error);
    if (!found) {
      for (const issue of error.issues) context.addIssue({ ...issue });
      return z.NEVER;
    }
    wrong.push(found.wrong);
    return found.item;
  });

/** The shape of a list of which each resource must be as promised, read a few at a time. */
export const manyOf = <S extends z.ZodType>(item: S) =>
  z.array(z.unknown()).transform(async (listed, context): Promise<z.output<S>[]> => {
    const result: z.output<S>[] = [];
    for (const [place, entry] of listed.entries()) {
      await takeTurn();
      const parsed = item.safeParse(entry);
      if (parsed.success) result.push(parsed.data);
      else for (const issue of parsed.error.issues) context.addIssue({ ...issue, path: [place, ...issue.path] });
    }
    return result;
  });

/** `2026-11-20T23:52:39Z`, with or without zone, as the services write instants. */
export const instantText = z.string().refine((text) => !Number.isNaN(Date.parse(withZone(text))), { error: 'not an instant' });

/** Services that write no zone mean UTC. */
export const withZone = (text: string): string => (/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
