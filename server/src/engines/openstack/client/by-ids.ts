import type { z } from 'zod';
import type { Api } from './api.ts';
import type { ServiceName } from './errors.ts';
import { chunks } from './pages.ts';
import { askSome } from './some.ts';

/** Ids in one request: 60 of 47 characters stay below the 4 KiB that the smallest web server takes as an address. */
const IDS = 60;
const LIMIT = 1000;

/** Which listing, and by which of its keys it is narrowed. */
interface Narrowed<S extends z.ZodType> {
  path: string;
  /** Member of the answer that holds the list. */
  many: string;
  item: S;
  key: string;
  more?: readonly (readonly [string, string])[];
}

/** A listing narrowed to ids, a few at a time, all pages of each; without what cannot be read of it. */
export async function listByIds<S extends z.ZodType>(
  api: Api,
  service: ServiceName,
  { path, many, item, key, more = [] }: Narrowed<S>,
  ids: readonly string[],
): Promise<z.output<S>[]> {
  const result: z.output<S>[] = [];
  for (const some of chunks(ids, IDS)) {
    let marker: string | undefined;
    do {
      const query = new URLSearchParams({ limit: String(LIMIT) });
      for (const id of some) query.append(key, id);
      for (const [name, value] of more) query.append(name, value);
      if (marker) query.set('marker', marker);
      const page = await askSome(api, service, { path, query, many, item });
      result.push(...page.items);
      marker = page.count >= LIMIT ? page.ids.at(-1) : undefined;
    } while (marker);
  }
  return result;
}
