import { randomUUID } from 'node:crypto';
import type { Item, Kept } from '../../../server/test/engines/openstack/support/kept.ts';
import type { Json } from './recorded.ts';
import { unknownMarker } from './refusals.ts';
import { member, pageById, tokenIn, type Question, type Refusal, type Reply, type Route } from './reply.ts';

/** Where a service has the resources of a plain noun, and what it does beside keeping them. */
interface Keeping {
  /** Below the service, for an expression: `/v2\\.0/networks`. One resource is at `{path}/{id}`. */
  path: string;
  /** Where they are listed with all details: `{path}/detail`; `path` where absent. */
  details?: string;
  /** Longest page. */
  most: number;
  /** What a service says of an id that it does not know. */
  unknown(id: string): Refusal;
  /** Member that names the project which a resource belongs to; those of others are not there for its users. Absent: everybody sees all. */
  owner?: string;
  /** Status of the answers to what makes and what deletes one. */
  made?: number;
  removed?: number;
  /** What is kept of what is requested. Throws what is refused. */
  wanted?(question: Question, body: Item): Item;
  /** What of a change is kept; what is requested where absent. Throws what is refused. */
  change?(question: Question, item: Item, body: Json): Json;
  /** Before one is changed or deleted. Throws what is refused. */
  assert?(question: Question, item: Item): void;
  /** After one was made or deleted, or instead of deleting it where `false` is answered: it goes later then. */
  follow?(what: 'made' | 'removed', item: Item): boolean | void;
  /** A page as the service writes it. */
  page?(items: readonly Item[], question: Question): unknown;
}

/** How plain resources are listed, read, made, changed and deleted: what most services do alike. */
export function keeping(kept: Kept, of: Keeping): Route[] {
  const { path, details = path, most, unknown, owner, made = 201, removed = 204 } = of;
  const [many, one] = kept.members;
  const isSeen = (question: Question, item: Item): boolean => {
    const { isAdmin, projectId } = tokenIn(question);
    return owner === undefined || isAdmin || item[owner] === projectId;
  };
  const found = (question: Question, id: string): Item => {
    const item = kept.items.get(decodeURIComponent(id));
    if (!item || !isSeen(question, item)) throw unknown(id);
    return item;
  };
  const request = (question: Question) => member(question.body, one) as Item;
  const all = new RegExp(`^${path}$`);
  const single = new RegExp(`^${path}/([^/]+)$`);
  return [
    {
      method: 'GET',
      path: new RegExp(`^${details}$`),
      answer(question): Reply {
        const seen = kept.list(question.query).filter((item) => isSeen(question, item));
        const page = pageById(seen, question.query, most, unknownMarker);
        return { items: page.length, body: of.page?.(page, question) ?? { [many]: page } };
      },
    },
    { method: 'GET', path: single, answer: (question, id = '') => ({ body: { [one]: found(question, id) } }) },
    {
      method: 'POST',
      path: all,
      answer(question) {
        const item = kept.create(of.wanted?.(question, request(question)) ?? request(question), randomUUID());
        of.follow?.('made', item);
        return { status: made, body: { [one]: kept.items.get(item.id) } };
      },
    },
    {
      method: 'PUT',
      path: single,
      answer(question, id = '') {
        const item = found(question, id);
        of.assert?.(question, item);
        return { body: { [one]: kept.change(item.id, of.change?.(question, item, request(question)) ?? request(question)) } };
      },
    },
    {
      method: 'DELETE',
      path: single,
      answer(question, id = '') {
        const item = found(question, id);
        of.assert?.(question, item);
        if (of.follow?.('removed', item) !== false) kept.remove(item.id);
        return { status: removed };
      },
    },
  ];
}
