import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { isFull } from '../../../tools/lib/tier.ts';
import { askedOf, openEveryCall, type EveryCall } from '../nouns/support/every-call.ts';
import type { TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';

/** Refusals by right, state or rule; requests that could not even be read say nothing about anybody. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 409, 422, 429]);
/** Refused because nobody is signed in: written down for an attempt to sign in only, else anybody could fill the audit. */
const isAudited = (call: Call, known: boolean, status: number): boolean =>
  call.id === 'session.login' || (known && (call.method !== 'GET' || REFUSED.has(status)));

/** Each call; in the default tier one of each sort. */
const ofTier = isFull ? calls : [...Map.groupBy(calls, ({ does }) => does.by).values()].map(([first]) => first!);

describe('the audit', () => {
  let app: TestApp;
  let inputs: EveryCall['inputs'];
  let people: { name: string; client: Client; known: boolean }[];

  beforeAll(async () => {
    const every = await openEveryCall();
    ({ app, inputs } = every);
    const { lead, system, systemInProject, stranger } = every.stage;
    people = [
      { name: 'lead', client: lead, known: true },
      { name: 'system administrator', client: system, known: true },
      { name: 'system administrator in a project', client: systemInProject, known: true },
      { name: 'someone without a scope', client: lead.unscoped(), known: true },
      { name: 'a stranger', client: stranger, known: true },
      { name: 'nobody', client: app.nobody, known: false },
    ];
  });
  afterAll(() => app.close());

  const errorOf = ({ status, json }: Reply): string | null => (status < 400 ? null : (json as ErrorBody).error.err_code);

  it.each(ofTier.map((call) => [call.id, call] as const))(
    'the audit has one row for each change and refusal of %s, and none else',
    async (_, call) => {
      const asked: { requestId: string; who: string; known: boolean; reply: Reply }[] = [];
      // Of somebody who asks for nothing else: the password is another one after that, and the other sessions have ended.
      const own = call.id === 'session.changePassword' ? await app.as('acme-viewer', 'none') : undefined;
      // What only reads leaves everything there for the next one who asks.
      const reading = call.method === 'GET' ? await inputs(call) : undefined;
      for (const { name, client, known } of people)
        for (const input of reading ?? (await inputs(call))) {
          // Signing out, or ending the others, would end the session of those who ask next.
          const ends = call.id === 'session.logout' || call.id === 'session.endOthers';
          const asks = ends && known ? await app.as('acme-member', 'acme-prod') : known ? (own ?? client) : client;
          const requestId = randomUUID();
          asked.push({ requestId, who: name, known, reply: await asks.reply(call, input, { 'x-request-id': requestId }) });
        }
      const search = { is: { requestId: asked.map(({ requestId }) => requestId) } };
      const rows = await app.store.audit.find({ search, newestFirst: true, start: 0, limit: 1000 });
      const mistakes = asked.flatMap(({ requestId, who, known, reply }) => {
        const mine = rows.filter((row) => row.requestId === requestId);
        const expected = isAudited(call, known, reply.status) ? [[call.id, reply.status, errorOf(reply)]] : [];
        const got = mine.map((row) => [row.call, row.status, row.errorCode]);
        return JSON.stringify(got) === JSON.stringify(expected) ? [] : [`${who}, ${reply.status}: ${JSON.stringify(got)}`];
      });
      expect(mistakes).toEqual([]);
      const nameless = rows.filter(({ status, target, names }) => status < 300 && target === null && names?.targets.length === 0);
      expect(nameless.map(({ requestId }) => requestId)).toEqual([]);
      const statuses = asked.filter(({ known }) => known).map(({ reply }) => reply.status);
      expect(statuses.filter((status) => status >= 500 && status !== 501)).toEqual([]);
      // Both sides of the rule were seen.
      if (call.method !== 'GET' && !askedOf(call).refused) expect(statuses.some((status) => status < 300)).toBe(true);
      if (call.permission.audience !== 'public' && call.method !== 'GET') expect(asked.some(({ reply }) => reply.status >= 400)).toBe(true);
    },
  );
});
