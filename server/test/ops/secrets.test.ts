import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { FoundEntry } from '../../src/port/store/audit.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { CERTIFICATE, KEY } from '../nouns/load-balancer-pools/pem.ts';
import { specimenOf } from '../nouns/support/body.ts';
import { siteOf, type Site } from '../nouns/vpn-connections/site.ts';
import { STORE_FILE } from '../../src/store/store-file.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { ingredients } from '../support/ingredients.ts';
import { membersOf, planted, secretPlacesOf } from '../support/secret-places.ts';

/** Each secret of the contract's bodies, written down: what is no longer marked is missed here. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'session.login': ['password', 'device', 'new_password'],
  'session.changePassword': ['current_password', 'new_password', 'confirm_password'],
  'servers.create': ['password', 'user_data'],
  'servers.changePassword': ['password'],
  'loadBalancers.create': ['pools.[].tls.private_key', 'pools.[].tls.passphrase'],
  'loadBalancerPools.create': ['tls.private_key', 'tls.passphrase'],
  'loadBalancerPools.update': ['tls.private_key', 'tls.passphrase'],
  'vpnConnections.create': ['psk'],
  'vpnConnections.update': ['psk'],
  'users.create': ['password'],
  'users.setPassword': ['password'],
};
const SOUNDS_SECRET = /pass|secret|psk|private|credential|token|user_data/;

const canary = (): string => `Canary-${randomBytes(12).toString('hex')}`;

/** How a text may be found: as it is, and within base64, which begins anywhere in a group of three bytes. */
const tracesOf = (text: string): string[] => [
  text,
  ...[0, 1, 2].map((before) =>
    Buffer.from(`${'x'.repeat(before)}${text}`)
      .toString('base64')
      .slice(4, -4),
  ),
];

interface Sent {
  who: Client;
  params?: Record<string, string>;
  body: object;
  /** What is looked for. */
  secrets: readonly string[];
}

describe('secrets of bodies', () => {
  const lines: string[] = [];
  let app: TestApp;
  let lead: Client;
  let admin: Client;
  let domainId: string;
  let site: Site;
  beforeAll(async () => {
    app = await startTestApp({
      database: 'sqlite',
      log: createLogger('trace', { write: (text) => void lines.push(text) }),
      env: { GANTRY_SAMPLE_SERVERS: '2' },
    });
    lead = await app.as('acme-lead', 'acme-prod');
    admin = await app.as('acme-admin', 'own');
    domainId = (await admin.call(nouns.session.calls.whoami)).domain_id;
    site = await siteOf(lead, { name: 'here', cidr: '10.9.0.0/24' });
  });
  afterAll(() => app.close());

  const made = async (who: Client, call: Call, body: object, params?: object): Promise<string> => {
    const { id, task_id: task } = (await who.call(call, { body, params } as CallInput<Call>)) as { id: string; task_id: string };
    expect(await app.ended(who, task)).toMatchObject({ state: 'success' });
    return id;
  };

  const web = { protocol: 'HTTPS', protocol_port: 443, backend_protocol: 'HTTP', backend_protocol_port: 80 };
  const tlsPool = () => {
    const passphrase = canary();
    const encrypted = createPrivateKey(KEY).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
    const keys = [KEY, String(encrypted)].map((pem) => pem.split('\n')[2]!);
    return {
      pool: { name: 'web', ...web, tls: { certificate: CERTIFICATE, private_key: String(encrypted), passphrase } },
      secrets: [passphrase, ...keys],
    };
  };
  const balancer = () => made(lead, nouns.loadBalancers.calls.create, { name: canary(), network_id: site.network });
  const connection = (number: number) => {
    const psk = canary();
    const body = {
      name: `to ${number}`,
      router_id: site.router,
      local_subnet_ids: [site.subnet],
      peer_cidrs: [`10.201.${number}.0/24`],
      peer_address: '203.0.113.9',
      psk,
      ike_policy: { name: `ike ${number}` },
      ipsec_policy: { name: `ipsec ${number}` },
    };
    return { body, secrets: [psk] };
  };
  const user = async () => {
    const [username, password] = [`user-${randomUUID()}`, canary()];
    return { username, password, id: await made(admin, nouns.users.calls.create, { name: username, password }, { domainId }) };
  };

  /** Requests that are carried out, with a secret in each place. */
  const GOOD: Readonly<Record<string, () => Promise<Sent>>> = {
    'session.login': async () => {
      const { username, password } = await user();
      const [device, renewed] = [randomBytes(32).toString('base64url').slice(0, 43), canary()];
      const body = { domain: 'acme', username, password, device, new_password: renewed };
      return { who: app.nobody, body, secrets: [password, device, renewed] };
    },
    'session.changePassword': async () => {
      const { username, password } = await user();
      const [session, renewed] = [
        await app.nobody.call(nouns.session.calls.login, { body: { domain: 'acme', username, password } }),
        canary(),
      ];
      const body = { current_password: password, new_password: renewed, confirm_password: renewed };
      return { who: app.nobody.with({ 'x-session-id': session.token! }), body, secrets: [password, renewed] };
    },
    'servers.create': async () => {
      const [password, script] = [canary(), canary()];
      const body = { name: 'with secrets', ...(await ingredients(lead)), password, user_data: `#!/bin/sh\necho ${script}\n` };
      return { who: lead, body, secrets: [password, script] };
    },
    'servers.changePassword': async () => {
      const [password, { data }] = [canary(), await lead.call(nouns.servers.calls.list, { query: { status: 'ACTIVE' } })];
      return { who: lead, params: { serverId: data[0]!.id }, body: { password }, secrets: [password] };
    },
    'loadBalancers.create': async () => {
      const { pool, secrets } = tlsPool();
      return { who: lead, body: { name: 'with secrets', network_id: site.network, pools: [pool] }, secrets };
    },
    'loadBalancerPools.create': async () => {
      const { pool, secrets } = tlsPool();
      return { who: lead, body: { ...pool, loadbalancer_id: await balancer() }, secrets };
    },
    'loadBalancerPools.update': async () => {
      const first = { ...tlsPool().pool, loadbalancer_id: await balancer() };
      const { pool, secrets } = tlsPool();
      const loadBalancerPoolId = await made(lead, nouns.loadBalancerPools.calls.create, first);
      return { who: lead, params: { loadBalancerPoolId }, body: { tls: pool.tls }, secrets };
    },
    'vpnConnections.create': async () => ({ who: lead, ...connection(1) }),
    'vpnConnections.update': async () => {
      const psk = canary();
      const vpnId = await made(lead, nouns.vpnConnections.calls.create, connection(2).body);
      return { who: lead, params: { vpnId }, body: { psk }, secrets: [psk] };
    },
    'users.create': async () => {
      const password = canary();
      return { who: admin, params: { domainId }, body: { name: 'with-secrets', password }, secrets: [password] };
    },
    'users.setPassword': async () => {
      const [password, { id: userId }] = [canary(), await user()];
      return { who: admin, params: { domainId, userId }, body: { password }, secrets: [password] };
    },
  };

  /** What a request has left: its answer, its task, what it made as it is read, and its entry in the audit. */
  interface Left {
    call: string;
    status: number;
    requestId: string;
    texts: Record<string, string>;
    secrets: readonly string[];
  }
  const left: Left[] = [];
  let audited: readonly FoundEntry[] = [];
  let database = '';

  async function send(call: Call, { who, secrets, ...input }: Sent): Promise<void> {
    const requestId = randomUUID();
    const { status, text, json } = await who.reply(call, input as CallInput<Call>, { 'x-request-id': requestId });
    const texts: Record<string, string> = { answer: text };
    left.push({ call: call.id, status, requestId, texts, secrets });
    const { id, task_id: taskId } = (json ?? {}) as { id?: string; task_id?: string };
    if (taskId === undefined) return;
    texts['task'] = JSON.stringify(await app.ended(who, taskId));
    const read = calls.find((one) => one.id === `${call.id.split('.')[0]}.read`)!;
    const [name] = Object.keys(read.params?.shape ?? {}).filter((parameter) => parameter !== 'domainId');
    texts['thing'] = (await who.reply(read, { params: { ...input.params, [name!]: id } } as CallInput<Call>)).text;
  }

  beforeAll(async () => {
    for (const [id, places] of Object.entries(PLACES)) {
      const call: Call = calls.find((one) => one.id === id)!;
      const good = await GOOD[id]!();
      await send(call, good);
      const secrets = places.map(canary);
      const specimen: unknown = specimenOf(call, () => 'none');
      const body = places.reduce((planting, place, index) => planted(planting, place, secrets[index]!), specimen);
      const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, 'none']));
      await send(call, { who: good.who, params, body: body as object, secrets });
    }
    const search = { is: { requestId: left.map(({ requestId }) => requestId) } };
    // All but refusals of nobody, which are written at the stop.
    const expected = left.filter(({ call, status }) => call !== 'session.login' || status < 300).length;
    await vi.waitFor(async () => {
      audited = await app.store.audit.find({ search, newestFirst: false, start: 0, limit: 100 });
      expect(audited).toHaveLength(expected);
    });
    await app.app.close();
    for (const file of readdirSync(app.folder).filter((name) => name.startsWith(STORE_FILE)))
      database += readFileSync(join(app.folder, file), 'latin1');
  });

  it('marks every secret of a body, and every member that sounds like one', () => {
    const marked = calls.map((call) => [call.id, secretPlacesOf(call)] as const).filter(([, places]) => places.length > 0);
    expect(Object.fromEntries(marked)).toEqual(PLACES);
    const unmarked = calls.flatMap((call) =>
      membersOf(call).flatMap(({ path, isSecret }) =>
        !isSecret && SOUNDS_SECRET.test(path.at(-1) ?? '') ? [`${call.id} ${path.join('.')}`] : [],
      ),
    );
    expect(unmarked).toEqual([]);
  });

  it('no secret of a body is in answers and tasks, whether the request was carried out or refused', () => {
    const statuses = Object.keys(PLACES).map((id) => left.flatMap(({ call, status }) => (call === id ? [status < 300, status < 500] : [])));
    expect(statuses).toEqual(statuses.map(() => [true, true, false, true]));
    expect(placesOf(({ texts }) => texts)).toEqual([]);
  });

  it('the audit has stars in each place of a secret', () => {
    const bodies = audited.flatMap(({ call, status, body }) => (body === null ? [] : [{ call, status, body }]));
    // What could not be read at all is not written down.
    expect(bodies.filter(({ status }) => status < 300).map(({ call }) => call)).toEqual(Object.keys(PLACES));
    const starred = bodies.map(({ call, body }) => PLACES[call]!.reduce<unknown>((shown, place) => planted(shown, place, '***'), body));
    expect(bodies.map(({ body }) => body)).toEqual(starred);
    expect(placesOf(() => ({ audit: JSON.stringify(audited) }))).toEqual([]);
  });

  it('no secret of a body is in the log or in the files of the database', () => {
    const texts = { log: lines.join(''), database };
    // What is looked through holds what the requests have left.
    for (const [where, text] of Object.entries(texts))
      expect([where, left.filter(({ requestId }) => !text.includes(requestId)).map(({ call }) => call)]).toEqual([where, []]);
    expect(placesOf(() => texts)).toEqual([]);
  });

  /** Where secrets are found of all that were sent. */
  const placesOf = (textsOf: (request: Left) => Readonly<Record<string, string>>): string[] =>
    left.flatMap((request) =>
      Object.entries(textsOf(request)).flatMap(([where, text]) =>
        request.secrets.flatMap(tracesOf).some((trace) => text.includes(trace)) ? [`${request.call}: ${where}`] : [],
      ),
    );
});
