/** What the load balancing service does alike for all that it has. */
import type { Cloud } from '../cloud.ts';
import type { Item, Json } from '../recorded.ts';
import { tokenIn, type Question } from '../reply.ts';
import { fault } from './balancing.ts';

/** Most things of a page. */
export const PAGE_LIMIT = 1000;

/** What is asked of all that belongs to projects. `what`: its name in refusals. */
export const ofProject = (path: string, what: string) => ({
  path: `/v2\\.0/lbaas/${path}`,
  most: PAGE_LIMIT,
  unknown: (id: string) => fault(404, `${what} ${id} not found.`),
  sees: (question: Question, item: Item): boolean => tokenIn(question).isAdmin || item['project_id'] === tokenIn(question).projectId,
  wants: (query: URLSearchParams) => (item: Item) =>
    [...query].every(([key, value]) => {
      if (key === 'tags') return value.split(',').every((tag) => (item['tags'] as string[]).includes(tag));
      return ['limit', 'marker', 'sort', 'fields'].includes(key) || String(item[key]) === value;
    }),
});

/** For administrators only. */
export function assertAdmin(question: Question): void {
  if (!tokenIn(question).isAdmin) throw fault(403, 'Policy does not allow this request to be performed.');
}

/** Without what the service keeps to itself. */
export const shown = ({ loadbalancer_id: id, ...item }: Json): Json => ({ ...item, loadbalancers: [{ id }] });

/** Throws where a body names what cannot be changed. */
export function assertKnown(body: Json, known: ReadonlySet<string>): void {
  const other = Object.keys(body).find((name) => !known.has(name));
  if (other !== undefined) throw fault(400, `Unknown attribute: '${other}'`);
}

/** The balancer that a piece is made for, which is not being changed. Throws Refusal. */
export function balancerFor(cloud: Cloud, question: Question, id: unknown): Item {
  const balancer = cloud.balancing.balancers.items.get(String(id));
  if (!balancer || !ofProject('', '').sees(question, balancer)) throw fault(404, `Load Balancer ${String(id)} not found.`);
  cloud.balancing.assertMutable(balancer.id);
  return balancer;
}
