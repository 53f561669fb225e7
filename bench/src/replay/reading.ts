import { unknownMarker } from './refusals.ts';
import { pageById, type Question, type Refusal, type Route } from './reply.ts';

/** Where a service has the resources of a kind, and who sees them. */
interface Reading<T extends { readonly id: string }> {
  /** Below the service, for an expression: `/v2\\.1/flavors`. One resource is at `{path}/{id}`. */
  path: string;
  /** Where they are listed with all details: `{path}/detail`; `path` where absent. */
  details?: string;
  /** Members of the answers that hold them, and one of them. */
  members: readonly [many: string, one: string];
  versions?: Route['versions'];
  /** Longest page. */
  most: number;
  /** In the order of the listing. */
  seenBy(question: Question): readonly T[];
  /** How a listing shows one, and how it is shown by itself; as it is kept where absent. */
  listed?(thing: T): unknown;
  shown?(thing: T): unknown;
  /** What a service says of an id that it does not know. */
  unknown(id: string): Refusal;
}

/** One that the caller sees. Throws the service's refusal. */
export function oneOf<T extends { readonly id: string }>(things: readonly T[], encoded: string, unknown: (id: string) => Refusal): T {
  const wanted = decodeURIComponent(encoded);
  const found = things.find(({ id }) => id === wanted);
  if (!found) throw unknown(wanted);
  return found;
}

/** How things are listed page by page and read one by one: what most services do alike. */
export function reading<T extends { readonly id: string }>(of: Reading<T>): Route[] {
  const { path, details = path, members, versions, most, seenBy, listed = asItIs, shown = asItIs, unknown } = of;
  const [many, one] = members;
  const shared = { method: 'GET', ...(versions && { versions }) };
  return [
    {
      ...shared,
      path: new RegExp(`^${details}$`),
      answer(question) {
        const page = pageById(seenBy(question), question.query, most, unknownMarker);
        return { items: page.length, body: { [many]: page.map(listed) } };
      },
    },
    {
      ...shared,
      path: new RegExp(`^${path}/([^/]+)$`),
      answer: (question, id = '') => ({ body: { [one]: shown(oneOf(seenBy(question), id, unknown)) } }),
    },
  ];
}

const asItIs = (thing: unknown): unknown => thing;
