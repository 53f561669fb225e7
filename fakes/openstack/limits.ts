/** Limits of projects that somebody has set, and how the services tell and take them. */
import { refused } from './refusals.ts';
import type { Json } from './recorded.ts';
import { member, tokenIn, type Refusal, type Route } from './reply.ts';

/** Services that count what projects have. */
type Counting = 'compute' | 'network' | 'volume' | 'load-balancer';

/** What was set, by service and project. */
export class Limits {
  readonly #set = new Map<string, Readonly<Record<string, number>>>();

  of = (service: Counting, projectId: string): Readonly<Record<string, number>> => this.#set.get(`${service} ${projectId}`) ?? {};

  set(service: Counting, projectId: string, limits: Readonly<Record<string, number>>): void {
    this.#set.set(`${service} ${projectId}`, { ...this.of(service, projectId), ...limits });
  }

  /** Entries that hold a limit beside others, `{limit, in_use}`, with those that were set. */
  within<E>(service: Counting, projectId: string, entries: Readonly<Record<string, E>>): Record<string, E> {
    const limits = this.of(service, projectId);
    return Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, name in limits ? { ...entry, limit: limits[name] } : entry]),
    );
  }
}

interface Place {
  service: Counting;
  /** Below the service; its group is the project. */
  path: RegExp;
  /** Member of bodies and answers. */
  one: string;
  /** All that the service counts of a project. */
  entries(projectId: string): Json;
  /** What it says to who may set none, and of something that it does not count. */
  forbidden(): Refusal;
  unknown(name: string): Refusal;
}

const limitIn = (entry: unknown): unknown => (typeof entry === 'object' && entry !== null ? member(entry, 'limit') : entry);

/** Limits alone: read, and set by administrators. */
export function limitRoutes({ limits }: { readonly limits: Limits }, { service, path, one, entries, forbidden, unknown }: Place): Route[] {
  const plain = (projectId: string): Json =>
    Object.fromEntries(Object.entries(entries(projectId)).map(([name, entry]) => [name, limitIn(entry)]));
  return [
    { method: 'GET', path, answer: (_question, id = '') => ({ body: { [one]: plain(id) } }) },
    {
      method: 'PUT',
      path,
      answer(question, id = '') {
        if (!tokenIn(question).isAdmin) throw forbidden();
        const { force: _force, ...wanted } = member(question.body, one) as Record<string, number>;
        const other = Object.keys(wanted).find((name) => !(name in entries(id)));
        if (other !== undefined) throw unknown(other);
        const low = Object.keys(wanted).find((name) => wanted[name]! < -1);
        if (low !== undefined) throw refused(400, 'badRequest', `${low} must be >= -1`);
        limits.set(service, id, wanted);
        return { body: { [one]: plain(id) } };
      },
    },
  ];
}
