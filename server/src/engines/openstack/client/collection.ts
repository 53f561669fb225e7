import { z } from 'zod';
import type { Api } from './api.ts';
import type { ServiceName } from './errors.ts';
import { itemsOf, oneOf, type Items } from './items.ts';

/** Where a service has the resources of a kind, and what it calls them. One resource is at `{path}/{id}`. */
interface Collection<S extends z.ZodType> {
  service: ServiceName;
  path: string;
  /** Where they are listed with all details; `path` where absent. */
  details?: string;
  /** Members of the answers that hold them, and one of them: `['flavors', 'flavor']`. */
  members: readonly [many: string, one: string];
  item: S;
  /** Lowest microversion whose answers have all of this. */
  needs?: string;
  /** What a listing asks beside its page. */
  query?: Readonly<Record<string, string | number>>;
}

/** How the resources of a kind are listed page by page, and how one of them is read: what most services do alike. */
export function collection<S extends z.ZodType>({ service, path, details = path, members, item, needs, query }: Collection<S>) {
  const [many, one] = members;
  const version = needs === undefined ? {} : { needs };
  // Computed keys lose their names for the compiler.
  const page = z.object({ [many]: itemsOf(item) }).transform((body) => body[many] as Items<z.output<S>>);
  const single = z.object({ [one]: oneOf(item) }).transform((body) => body[one] as z.output<S>);
  return {
    /** `further`: what narrows the listing. */
    async list(
      api: Api,
      limit: number,
      marker: string | undefined,
      further: Readonly<Record<string, string>> = {},
    ): Promise<Items<z.output<S>>> {
      return (await api.ask(service, { path: details, ...version, query: { ...query, ...further, limit, marker }, answer: page })).body;
    },
    async get(api: Api, id: string): Promise<z.output<S>> {
      return (await api.ask(service, { path: `${path}/${encodeURIComponent(id)}`, ...version, answer: single })).body;
    },
  };
}
