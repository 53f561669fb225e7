import { z } from 'zod';
import { takeTurn } from '../../../turns/turns.ts';

/** Something in a listing that is not as the service's API promises. */
export interface Wrong {
  /** Null where not even that can be read. */
  id: string | null;
  problem: string;
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

/** The shape of a listing whose resources have this shape. It is read a few resources at a time: others have their turn in between. */
export const itemsOf = <S extends z.ZodType>(item: S) =>
  z.array(z.unknown()).transform(async (listed): Promise<Items<z.output<S>>> => {
    const result: Items<z.output<S>> = { items: [], wrong: [], ids: [], count: listed.length };
    for (const entry of listed) {
      await takeTurn();
      const id = identified.safeParse(entry).data?.id ?? null;
      if (id !== null) result.ids.push(id);
      const parsed = item.safeParse(entry);
      if (parsed.success) result.items.push(parsed.data);
      else result.wrong.push({ id, problem: z.prettifyError(parsed.error) });
    }
    return result;
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
