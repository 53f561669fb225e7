import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import { ROLES } from '@gantry/contract/access/roles';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { hashOf, newToken } from '../../src/access/tokens.ts';
import type { Visibility } from '../../src/store/port.ts';
import { databases } from '../support/databases.ts';
import { PASSWORD, startTestApp, USERS, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { EXPECTED, FINDS, GROUPS, PLACES, STANDINGS, type Place, type StandingName } from './matrix-table.ts';

const system: Visibility = { scope: { type: 'system' }, userId: '', domainId: '' };
const groupOf = (call: Call): string | undefined => Object.keys(GROUPS).find((group) => GROUPS[group]!.includes(call.id));
const refusalOf = ({ json }: Reply): string | undefined => (json as { error?: { err_code: string } } | undefined)?.error?.err_code;

/** Kind of the thing a path parameter names. */
const KINDS: Readonly<Record<string, string>> = {
  serverId: 'server',
  flavorId: 'flavor',
  imageId: 'image',
  networkId: 'network',
  volumeId: 'volume',
  nodeId: 'node',
  taskId: 'task',
  projectId: 'project',
  domainId: 'domain',
};
/** Kinds of the platform itself; the others belong to tenants. */
const PLATFORM: ReadonlySet<string> = new Set(['node']);

/** The signed-in standings in acme, globex and above, as sessions. */
async function signIn(app: TestApp): Promise<Record<StandingName, Client>> {
  const member = await app.as('acme-member', 'acme-prod');
  const expired = await app.as('acme-member', 'acme-prod');
  await expired.call(nouns.session.calls.logout);
  const right = await app.store.sessions.getToken(hashOf(member.headers[AUTH_TOKEN_HEADER]!));
  const readerToken = newToken();
  await app.store.sessions.addToken({ ...right!, tokenHash: hashOf(readerToken), readOnly: true });
  return {
    nobody: app.nobody,
    stranger: app.nobody.with({ [SESSION_HEADER]: newToken(), [AUTH_TOKEN_HEADER]: newToken() }),
    expired,
    unscoped: member.unscoped(),
    reader: member.with({ [AUTH_TOKEN_HEADER]: readerToken }),
    member,
    lead: await app.as('acme-lead', 'acme-prod'),
    outsider: await app.as('globex-member', 'globex-prod'),
    domainAdmin: await app.as('acme-admin', 'own'),
    domainAdminInProject: await app.as('acme-admin', 'acme-prod'),
    systemAdmin: await app.as('admin', 'own'),
    systemAdminInProject: await app.as('admin', 'admin'),
  };
}

describe('the matrix', () => {
  it('has an expectation for every call, and the roles are the six [permissions.domain-roles]', () => {
    const listed = Object.values(GROUPS).flat();
    expect(listed.toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
    expect([...ROLES].sort()).toEqual([
      'domain_admin',
      'project_admin',
      'project_member',
      'project_user',
      'service_account',
      'system_admin',
    ]);
  });
});

describe.each(databases)('rights on $name', ({ name: database }) => {
  let app: TestApp;
  let who: Record<StandingName, Client>;
  let body: Record<string, object>;
  /** Ids by kind and place. */
  const things = new Map<string, string>();
  let cases = 0;

  const idOf = (kind: string, place: Place): string => (place === 'nowhere' ? `no-${kind}` : things.get(`${kind} ${place}`)!);

  /** Copies a thing of each kind into acme-prod and globex-prod, private to each. */
  async function plant(): Promise<void> {
    const projects = await app.store.read.list({
      kind: nouns.projects.kinds[0]!,
      visibility: system,
      filters: {},
      sort: { key: 'name', descending: false },
      limit: 100,
    });
    for (const [place, name] of [
      ['acme', 'acme-prod'],
      ['globex', 'globex-prod'],
    ] as const) {
      const project = projects.rows.find(({ document }) => document['name'] === name)!;
      const owner = { projectId: project.id, domainId: String(project.document['domain_id']), userId: null };
      things.set(`project ${place}`, project.id).set(`domain ${place}`, owner.domainId);
      for (const kind of [
        ...nouns.flavors.kinds,
        ...nouns.images.kinds,
        ...nouns.networks.kinds,
        ...nouns.volumes.kinds,
        ...nouns.tasks.kinds,
      ]) {
        const found = await app.store.read.list({
          kind,
          visibility: system,
          filters: {},
          sort: { key: kind.defaultSort.split(':')[0]!, descending: false },
          limit: 1,
        });
        const { engine, document } = found.rows[0]!;
        const id = randomUUID();
        things.set(`${kind.name} ${place}`, id);
        const copy = {
          ...document,
          id,
          is_public: false,
          visibility: 'private',
          shared: false,
          project_id: owner.projectId,
          domain_id: owner.domainId,
        };
        await app.store.transaction((writer) => writer.put({ engine, kind: kind.name, id, ...owner, document: copy }));
      }
    }
    const nodes = await who.systemAdmin.call(nouns.nodes.calls.list, { query: { limit: 1 } });
    things.set('node platform', nodes.data[0]!.id);
  }

  /** Servers come and go with the calls: each case gets one of its own. */
  async function plantServer(place: Place): Promise<void> {
    if (place === 'nowhere' || place === 'platform') return;
    const owner = { projectId: idOf('project', place), domainId: idOf('domain', place), userId: null };
    const [sample] = (
      await app.store.read.list({
        kind: nouns.servers.kinds[0]!,
        visibility: system,
        filters: {},
        sort: { key: 'created_at', descending: false },
        limit: 1,
      })
    ).rows;
    const id = randomUUID();
    const document = {
      ...sample!.document,
      id,
      name: `case-${cases}`,
      status: 'ACTIVE',
      task_state: null,
      volumes: [],
      networks: [],
      project_id: owner.projectId,
      domain_id: owner.domainId,
    };
    await app.store.transaction((writer) => writer.put({ engine: sample!.engine, kind: 'server', id, ...owner, document }));
    things.set(`server ${place}`, id);
  }

  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '2' } });
    who = await signIn(app);
    const [server] = (await who.lead.call(nouns.servers.calls.list)).data;
    await who.lead.call(nouns.servers.calls.stop, { params: { serverId: server!.id } }).then(({ task_id }) => app.ended(who.lead, task_id));
    await plant();
    body = {
      'session.login': { ...USERS['acme-member'], password: PASSWORD },
      'servers.create': { name: 'matrix', flavor_id: 'none', image_id: 'none', network_ids: ['none'] },
      'servers.update': { name: 'matrix' },
      'servers.reboot': { type: 'SOFT' },
    };
  });
  afterAll(async () => {
    console.log(`permission matrix on ${database}: ${cases} cases`);
    await app.close();
  });

  async function ask(call: Call, standing: StandingName, place: Place): Promise<Reply> {
    cases += 1;
    const names = Object.keys(call.params?.shape ?? {});
    const usesServer = names.includes('serverId') || call.does.by === 'bulk';
    if (usesServer) await plantServer(place);
    const params = Object.fromEntries(names.map((name) => [name, idOf(KINDS[name] ?? name, place)]));
    const content = call.does.by === 'bulk' ? { ids: [idOf('server', place)] } : body[call.id];
    const input = { params, ...(call.body && { body: content }) } as CallInput<Call>;
    // Signing out with one's own session would end it for the cases that follow.
    const client = call.id === 'session.logout' ? app.nobody : who[standing];
    return client.reply(call, input);
  }

  it.each(calls.filter(({ params }) => !params).map((call) => [call.id, call] as const))('%s asks for its right', async (_, call) => {
    // A creating call may be told that its values are wrong, but never that it has no right.
    const good = call.id === 'servers.create' ? [404, 409, 400] : [call.status ?? 200];
    const mistakes: string[] = [];
    for (const standing of STANDINGS) {
      const expected = EXPECTED[groupOf(call)!]![standing];
      const reply = await ask(call, standing, 'acme');
      const right = expected === 'yes' ? good.includes(reply.status) : refusalOf(reply) === expected;
      if (!right) mistakes.push(`${standing}: expected ${expected}, got ${reply.status} ${reply.text}`);
    }
    expect(mistakes).toEqual([]);
  });

  it.each(calls.filter(({ params }) => params).map((call) => [call.id, call] as const))(
    '%s asks for its right and hides what is foreign',
    async (_, call) => {
      const [name] = Object.keys(call.params!.shape);
      const kind = KINDS[name!];
      expect(kind, `${name} is a path parameter the matrix does not know`).toBeDefined();
      const places = PLACES.filter((place) => place === 'nowhere' || (place === 'platform') === PLATFORM.has(kind!));
      const mistakes: string[] = [];
      for (const standing of STANDINGS) {
        const unknown = await ask(call, standing, 'nowhere');
        for (const place of places) {
          const reply = place === 'nowhere' ? unknown : await ask(call, standing, place);
          if (!isRight(call, kind!, standing, place, reply, unknown)) mistakes.push(`${standing}, ${place}: ${reply.status} ${reply.text}`);
        }
      }
      expect(mistakes).toEqual([]);
    },
  );

  /** Whether an answer is what the table expects: found, refused by the right, or hidden exactly as something unknown. */
  function isRight(call: Call, kind: string, standing: StandingName, place: Place, reply: Reply, unknown: Reply): boolean {
    const expected = EXPECTED[groupOf(call)!]![standing];
    if (expected !== 'yes') return refusalOf(reply) === expected;
    if (place !== 'nowhere' && finds(call, kind, place, standing)) return [200, 202, 409].includes(reply.status);
    const hidden = isDeepStrictEqual(withoutId(reply), withoutId(unknown)) && !reply.text.includes(idOf(kind, place));
    return hidden && [403, 404].includes(reply.status);
  }

  /** Whether a standing finds what a call names. */
  function finds(call: Call, kind: string, place: Exclude<Place, 'nowhere'>, standing: StandingName): boolean {
    // Entering asks where the user has a role, whatever is chosen now; only acme's users and administrators of the system do.
    if (call.id === 'session.enterProject') {
      if (standing.startsWith('systemAdmin')) return true;
      return place === (standing === 'outsider' ? 'globex' : 'acme');
    }
    if (kind === 'domain' && standing === 'systemAdminInProject') return true;
    return FINDS[place].includes(standing);
  }

  const withoutId = ({ status, json }: Reply): unknown => {
    const { error } = json as { error: { data?: Record<string, unknown> } };
    return { status, error: { ...error, data: { ...error.data, request_id: '' } } };
  };
});
