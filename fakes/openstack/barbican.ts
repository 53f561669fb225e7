/** The service that keeps keys and certificates: Barbican's secrets and containers, by its reference. What a secret holds is told as text. */
import { randomUUID } from 'node:crypto';
import { Collection, type Item } from './collection.ts';
import { CLOUD, type Json } from './recorded.ts';
import { Refusal, tokenIn, type Question, type Route } from './reply.ts';

/** As the service says no. */
const refusal = (code: number, title: string, description: string): Refusal => new Refusal(code, { code, title, description });

/** What it keeps. */
export class Secrets {
  /** Whether its policy lets administrators read what belongs to others. */
  isOpen = false;
  readonly secrets = new Collection({ members: ['secrets', 'secret'], items: [], make: () => ({ status: 'ACTIVE' }) });
  readonly containers = new Collection({ members: ['containers', 'container'], items: [], make: () => ({ status: 'ACTIVE' }) });
}

export function barbicanRoutes({ secrets: keeps }: { readonly secrets: Secrets }): Route[] {
  const ofSort = (sort: 'secrets' | 'containers', ref: string): Route[] => {
    const kept = keeps[sort];
    const one = new RegExp(`^/v1/${sort}/([^/]+)$`);
    const refOf = ({ id }: Item): Json => ({ [ref]: `${CLOUD}/key-manager/v1/${sort}/${id}` });
    const shown = ({ payload: _payload, project_id: _project, ...item }: Item): Json => ({ ...item, ...refOf(item as Item) });
    const found = (id: string, question: Question): Item => {
      const item = kept.items.get(id);
      const { projectId, isAdmin } = tokenIn(question);
      if (!item || (item['project_id'] !== projectId && !(isAdmin && keeps.isOpen && question.method === 'GET')))
        throw refusal(404, 'Not Found', 'Not Found. Sorry but your secret is in another castle.');
      return item;
    };
    return [
      {
        method: 'GET',
        path: new RegExp(`^/v1/${sort}$`),
        answer(question) {
          const { query } = question;
          const own = [...kept.items.values()].filter((item) => item['project_id'] === tokenIn(question).projectId);
          const named = own.filter((item) => !query.has('name') || item['name'] === query.get('name'));
          return { items: named.length, body: { [sort]: named.map(shown), total: named.length } };
        },
      },
      { method: 'GET', path: one, answer: (question, id = '') => ({ body: shown(found(id, question)) }) },
      {
        method: 'GET',
        path: new RegExp(`^/v1/${sort}/([^/]+)/payload$`),
        answer: (question, id = '') => ({ bytes: Buffer.from(String(found(id, question)['payload'])) }),
      },
      {
        method: 'POST',
        path: new RegExp(`^/v1/${sort}$`),
        answer(question) {
          const body = question.body as Json;
          if (sort === 'secrets' && typeof body['payload'] !== 'string') throw refusal(400, 'Bad Request', 'Secret payload is missing.');
          const item = kept.create({ ...body, project_id: tokenIn(question).projectId }, randomUUID());
          return { status: 201, body: refOf(item) };
        },
      },
      {
        method: 'DELETE',
        path: one,
        answer(question, id = '') {
          kept.remove(found(id, question).id);
          return { status: 204 };
        },
      },
    ];
  };
  return [
    { method: 'GET', path: /^\/v1\/$/, open: true, answer: () => ({ body: {} }) },
    ...ofSort('secrets', 'secret_ref'),
    ...ofSort('containers', 'container_ref'),
  ];
}
