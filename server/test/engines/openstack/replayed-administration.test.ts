/** What administrators do with people, projects and quotas: the replayed cloud of fakes/openstack answers it as the recorded one did. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../fakes/openstack/replay.ts';
import { readRecording } from '../../../../fakes/openstack/recording.ts';

interface Exchange {
  who: 'admin' | 'carol' | 'alice';
  method: string;
  path: string;
  sent: unknown;
  status: number;
  answer: unknown;
}

const PASSWORD = 'replayed';
const { names } = readRecording();
const file = readFileSync(new URL('fixtures/administration.json', import.meta.url), 'utf8');
const { exchanges } = JSON.parse(file) as { exchanges: Exchange[] };
const replay = new Replay({ ...DEFAULTS, servers: 10, projects: 2, password: PASSWORD });
const WHERE = {
  admin: { domain: 'Default', scope: { project: { id: names['admin'] } } },
  carol: { domain: 'acme', scope: { domain: { id: names['acme'] } } },
  alice: { domain: 'acme', scope: { project: { id: names['acme-prod'] } } },
};
const tokens = new Map<string, string>();
/** Ids of what was made while it was recorded → of what is made here. */
const ids = new Map<string, string>();
let url = '';

const here = (text: string): string => [...ids].reduce((all, [was, is]) => all.replaceAll(was, is), text);

/** The one thing of an answer, `{project: {…}}`; the first of a list. */
const thingOf = (answer: unknown): Readonly<Record<string, unknown>> => {
  const [value] = Object.values((answer ?? {}) as object) as unknown[];
  return ((Array.isArray(value) ? value[0] : value) ?? {}) as Record<string, unknown>;
};

/** A refusal's words, without the ids of things that were there before. */
const wordsOf = (answer: unknown): string => String(thingOf(answer)['message']).replace(/[\da-f]{32}/g, '*');

async function ask(who: string | undefined, method: string, path: string, body: unknown): Promise<{ response: Response; answer: unknown }> {
  const token = who === undefined ? undefined : tokens.get(who);
  const response = await fetch(url + path, {
    method,
    headers: { ...(token && { 'x-auth-token': token }) },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { response, answer: text === '' ? '' : JSON.parse(text) };
}

beforeAll(async () => {
  url = await replay.start();
  for (const [name, { domain, scope }] of Object.entries(WHERE)) {
    const user = { name, password: PASSWORD, domain: { name: domain } };
    const auth = { identity: { methods: ['password'], password: { user } }, scope };
    const { response } = await ask(undefined, 'POST', '/identity/v3/auth/tokens', { auth });
    tokens.set(name, response.headers.get('x-subject-token')!);
  }
});
afterAll(() => replay.stop());

describe('the replayed cloud', () => {
  it.each(exchanges.map((exchange, place) => [`${place + 1}. ${exchange.who} ${exchange.method} ${exchange.path}`, exchange] as const))(
    'the replayed cloud administers as recorded: %s',
    async (_title, { who, method, path, sent, status, answer }) => {
      const body: unknown = sent === null ? null : JSON.parse(here(JSON.stringify(sent)));
      const now = await ask(who, method, here(path), body);
      expect({ status: now.response.status, said: now.answer }).toMatchObject({ status });
      if (status >= 400) expect(wordsOf(now.answer)).toBe(wordsOf(answer));
      else expect(Object.keys(thingOf(now.answer))).toEqual(expect.arrayContaining(Object.keys(thingOf(answer))));
      const [was, is] = [thingOf(answer)['id'], thingOf(now.answer)['id']];
      if (method === 'POST' && typeof was === 'string' && typeof is === 'string') ids.set(was, is);
    },
  );
});
