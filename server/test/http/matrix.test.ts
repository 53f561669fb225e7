import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, kinds, nouns } from '@gantry/contract';
import { ROLES } from '@gantry/contract/access/roles';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Visibility } from '../../src/port/store/rows.ts';
import { isFull } from '../../../tools/lib/tier.ts';
import { anyDatabase } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { CHOSEN, idPlacesOf, kindsOf } from '../support/ids.ts';
import { fileOf, SPECIMENS } from '../nouns/index.ts';
import { documentOf } from '../visibility/support/plant.ts';
import { EXPECTED, FINDS, PLACES, STANDINGS, type Group, type Owner, type Place, type StandingName } from '../nouns/support/rights.ts';
import type { Specimen } from '../nouns/support/specimen.ts';
import { signInAll } from './support/standings.ts';

/** `npm run foreign`. */
const EVERYWHERE = process.env['GANTRY_TEST_ASKERS'] === 'all';

/** Whoever is shut out by their session or scope is so before a call looks at its right: in the default tier two of them, in turn, ask each call. */
const SHUT_OUT = STANDINGS.filter((standing) => EXPECTED.signedIn[standing] !== 'yes');
const SHUT_OUT_EACH = 2;

const system: Visibility = { scope: { type: 'system' }, userId: '', domainId: '' };
/** What the noun's file says of a call. */
function rightsOf(call: Call): { rights: Specimen; name: string; group: Group } {
  const { specimen: rights, name } = fileOf(call);
  const groups = Object.keys(EXPECTED) as Group[];
  return { rights, name, group: groups.find((group) => rights.calls[group]?.includes(name))! };
}

/** What the file of a kind's noun says. */
const rightsOfKind = (kind: string): Specimen =>
  SPECIMENS[(Object.keys(nouns) as (keyof typeof nouns)[]).find((noun) => nouns[noun].kinds.some(({ name }) => name === kind))!];
const ownerOf = (kind: string): Owner => rightsOfKind(kind).owner ?? 'project';

/** A body the server takes: the contract's example, or the noun's own. */
const bodyOf = (call: Call): unknown => {
  const { rights, name } = rightsOf(call);
  const examples = call.body?.meta()?.['examples'] as readonly unknown[] | undefined;
  return rights.bodies?.[name] ?? examples?.[0];
};
const refusalOf = ({ json }: Reply): string | undefined => (json as { error?: { err_code: string } } | undefined)?.error?.err_code;

describe('the matrix', () => {
  it('the matrix of rights has an expectation for every call, and the roles are the six [permissions.domain-roles]', () => {
    const listed = Object.entries(SPECIMENS).flatMap(([noun, rights]) =>
      Object.values(rights.calls).flatMap((names) => names.map((name) => `${noun}.${name}`)),
    );
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

describe.each(anyDatabase)('rights on $name', ({ name: database }) => {
  let app: TestApp;
  let who: Record<StandingName, Client>;
  /** Ids by kind and place. */
  const things = new Map<string, string>();
  /** Whose the things of a place are that belong to a user. */
  const people = new Map<string, string>();
  /** Which of them no answer has changed since they were made. */
  const fresh = new Set<string>();
  let cases = 0;

  const idOf = (kind: string, place: Place): string => (place === 'nowhere' ? `no-${kind}` : things.get(`${kind} ${place}`)!);

  /** Projects and their domains are there; of the other kinds that calls name, each place gets a thing of its own. */
  async function plant(): Promise<void> {
    const kind: Kind = nouns.projects.kinds[0]!;
    const sort = { key: 'name', descending: false };
    const { rows } = await app.store.read.list({ kind, visibility: system, filters: {}, sort, limit: 100 });
    for (const place of ['acme', 'globex'] as const) {
      const project = rows.find(({ document }) => document['name'] === `${place}-prod`)!;
      things.set(`project ${place}`, project.id).set(`domain ${place}`, String(project.document['domain_id']));
      const user = await who[place === 'acme' ? 'member' : 'outsider'].call(nouns.session.calls.whoami);
      people.set(place, user.id);
    }
    for (const { does } of calls) if ('id' in does && does.id !== undefined && does.by === 'read') await plantEach(does.kind);
    const nodes = await who.systemAdmin.call(nouns.nodes.calls.list, { query: { limit: 1 } });
    things.set('node platform', nodes.data[0]!.id);
  }

  const plantEach = async (kind: Kind): Promise<void> => {
    // The places' own projects and domains are there already.
    if (ownerOf(kind.name) !== 'platform' && kind.name !== 'project' && kind.name !== 'domain')
      for (const place of ['acme', 'globex'] as const) await plantFresh(kind, place);
  };

  /** Puts a thing of a kind into a place, private to it: like some other one, with the members the noun's file says. */
  async function plantOne(kind: Kind, place: 'acme' | 'globex'): Promise<void> {
    const sort = { key: kind.defaultSort.split(':')[0]!, descending: false };
    const [sample] = (await app.store.read.list({ kind, visibility: system, filters: {}, sort, limit: 1 })).rows;
    const domainId = idOf('domain', place);
    const owner = ownerOf(kind.name);
    const projectId = owner === 'project' ? idOf('project', place) : null;
    const userId = owner === 'user' ? people.get(place)! : null;
    const id = randomUUID();
    const owned = {
      domain_id: domainId,
      ...(projectId !== null && { project_id: projectId }),
      ...(userId !== null && { user_id: userId }),
    };
    const { document: said, partOf } = rightsOfKind(kind.name);
    if (partOf !== undefined) await plantFresh(kinds.get(partOf)!, place);
    const members = typeof said === 'function' ? said(id, (other) => idOf(other, place)) : said;
    const document = { ...(sample?.document ?? documentOf(kind)), ...members, ...owned, id };
    const row = { engine: sample?.engine ?? 'embedded', kind: kind.name, id, domainId, projectId, userId, document };
    await app.store.transaction((writer) => writer.put(row));
    things.set(`${kind.name} ${place}`, id);
    fresh.add(id);
  }

  /** The same for what is changed, where the last one has not been left as it was. */
  const plantFresh = async (kind: Kind, place: 'acme' | 'globex'): Promise<void> => {
    if (!fresh.has(things.get(`${kind.name} ${place}`) ?? '')) await plantOne(kind, place);
  };

  /** A body whose ids are those of things in a place, made for it, so that nothing but the right decides. */
  async function bodyIn(call: Call, place: Place): Promise<unknown> {
    const body = bodyOf(call);
    if (typeof body !== 'object' || body === null) return body;
    const ids: Record<string, string | string[]> = {};
    for (const { in: where, path, kind, many } of idPlacesOf(call)) {
      const [member] = path;
      if (where !== 'body' || path.length !== 1 || !(member! in body)) continue;
      const isPlatforms = ownerOf(kind) === 'platform';
      // The places' own projects are there already.
      if (!isPlatforms && kind !== 'project' && (place === 'acme' || place === 'globex')) await plantFresh(kinds.get(kind)!, place);
      const id = idOf(kind, isPlatforms && place !== 'nowhere' ? 'platform' : place);
      ids[member!] = many ? [id] : id;
    }
    return { ...body, ...ids };
  }

  /** Gives a domain a property of this key, whatever was made of it before. */
  const plantProperty = (domainId: string, key: string): Promise<boolean> =>
    app.store.transaction(async ({ properties }) => {
      await properties.remove(domainId, key);
      return properties.insert({ domainId, key, value: 'planted', access: 'auth' });
    });

  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '2' } });
    who = await signInAll(app);
    const [server] = (await who.lead.call(nouns.servers.calls.list)).data;
    await who.lead.call(nouns.servers.calls.stop, { params: { serverId: server!.id } }).then(({ task_id }) => app.ended(who.lead, task_id));
    await plant();
  });
  afterAll(async () => {
    console.log(`permission matrix on ${database}: ${cases} cases`);
    await app.close();
  });

  async function ask(call: Call, standing: StandingName, place: Place): Promise<Reply> {
    cases += 1;
    const names = Object.keys(call.params?.shape ?? {});
    const { does } = call;
    // What is changed comes and goes: each case gets a thing that none before it has changed.
    const isChanged = (does.by === 'bulk' || (does.by === 'command' && does.id !== undefined)) && does.kind.name !== 'domain';
    const own = things.get(`project ${place}`);
    if (isChanged && (place === 'acme' || place === 'globex')) await plantFresh(does.kind, place);
    const named = kindsOf(call);
    const params = Object.fromEntries(names.map((name) => [name, CHOSEN.get(name) ?? idOf(named.get(name)!, place)]));
    if ('propertyKey' in params && place !== 'nowhere') await plantProperty(idOf('domain', place), params['propertyKey']!);
    const content =
      does.by === 'bulk'
        ? { ...((await bodyIn(call, place)) as object | undefined), [does.ids ?? 'ids']: [idOf(does.kind.name, place)] }
        : isChanged
          ? await bodyIn(call, place)
          : bodyOf(call);
    // A project that comes and goes is no place.
    if (own !== undefined) things.set(`project ${place}`, own);
    const { rights, name } = rightsOf(call);
    const input = { params, query: rights.queries?.[name], ...(call.body && { body: content }) } as CallInput<Call>;
    // Signing out with one's own session would end it for the cases that follow.
    const client = call.id === 'session.logout' ? app.nobody : who[standing];
    const reply = await client.reply(call, input);
    // Who is refused has changed nothing.
    if (reply.status < 400 && call.method !== 'GET') fresh.clear();
    return reply;
  }

  const namesThings = ({ params }: Call): boolean => Object.keys(params?.shape ?? {}).some((name) => !CHOSEN.has(name));

  it.each(calls.filter((call) => !namesThings(call)).map((call) => [call.id, call] as const))(
    'the call %s asks for its right',
    async (_, call) => {
      // Who creates, or names a password, may be told that the values are wrong, but never that there is no right.
      const isTold = call.idempotent || call.status === 201 || call.id === 'session.changePassword';
      // What is done to all or none is refused for one that is not in a state for it, to who may ask.
      const isWhole = call.does.by === 'bulk' && call.does.whole === true;
      const good = isTold ? [call.status ?? 200, 404, 409, 400] : [call.status ?? 200, ...(isWhole ? [409] : [])];
      const mistakes: string[] = [];
      for (const standing of standingsFor(call)) {
        const expected = EXPECTED[rightsOf(call).group][standing];
        const reply = await ask(call, standing, 'acme');
        // What the platform has not got is told to those alone who may ask.
        const isGood = good.includes(reply.status) || refusalOf(reply) === 'not_supported';
        const right = expected === 'yes' ? isGood : refusalOf(reply) === expected;
        if (!right) mistakes.push(`${standing}: expected ${expected}, got ${reply.status} ${reply.text}`);
      }
      expect(mistakes).toEqual([]);
    },
  );

  it.each(calls.filter(namesThings).map((call) => [call.id, call] as const))(
    'the call %s asks for its right and hides what is foreign',
    async (_, call) => {
      const name = Object.keys(call.params!.shape).find((one) => !CHOSEN.has(one));
      const kind = kindsOf(call).get(name!);
      expect(kind, `${name} is a path parameter the matrix does not know`).toBeDefined();
      // Only its own user is ever told what a session is called: those of others are asked for in the test of sessions.
      const places = kinds.has(kind!)
        ? PLACES.filter((place) => place === 'nowhere' || place in FINDS[ownerOf(kind!)])
        : ['nowhere' as const];
      // What is asked for may have been deleted by the calls before.
      if (call.method === 'GET' && things.has(`${kind} acme`)) await plantEach(kinds.get(kind!)!);
      const mistakes: string[] = [];
      for (const standing of standingsFor(call)) {
        const asked = askedBy(call, kind!, standing, places);
        const unknown = asked.includes('nowhere') ? await ask(call, standing, 'nowhere') : undefined;
        for (const place of asked) {
          const reply = place === 'nowhere' ? unknown! : await ask(call, standing, place);
          if (!isRight(call, kind!, standing, place, reply, unknown)) mistakes.push(`${standing}, ${place}: ${reply.status} ${reply.text}`);
        }
      }
      expect(mistakes).toEqual([]);
    },
  );

  /** All of them where each tier asks all, or where the call is everybody's. */
  function standingsFor(call: Call): readonly StandingName[] {
    if (isFull || EXPECTED[rightsOf(call).group].nobody === 'yes') return STANDINGS;
    const turn = calls.indexOf(call) * SHUT_OUT_EACH;
    const inTurn = Array.from({ length: SHUT_OUT_EACH }, (_, index) => SHUT_OUT[(turn + index) % SHUT_OUT.length]!);
    return STANDINGS.filter((standing) => !SHUT_OUT.includes(standing) || inTurn.includes(standing));
  }

  /**
   * Who has no right is refused alike wherever the thing lies: one place is asked for beside nowhere, in turn, so that each is by somebody. In the
   * default tier everybody asks in one place, in turn, and nowhere only where what is foreign is compared with it.
   */
  function askedBy(call: Call, kind: string, standing: StandingName, places: readonly Place[]): readonly Place[] {
    const isAllowed = EXPECTED[rightsOf(call).group][standing] === 'yes';
    if (EVERYWHERE || (isFull && isAllowed)) return places;
    const index = STANDINGS.indexOf(standing);
    if (isFull) return places.filter((place, at) => place === 'nowhere' || at === index % Math.max(1, places.length - 1));
    const place = places[(index + calls.indexOf(call)) % places.length]!;
    return !isAllowed || place === 'nowhere' || finds(call, kind, place, standing) ? [place] : ['nowhere', place];
  }

  /** Whether an answer is what the table expects: found, refused by the right, or hidden exactly as something unknown. */
  function isRight(call: Call, kind: string, standing: StandingName, place: Place, reply: Reply, unknown: Reply | undefined): boolean {
    const expected = EXPECTED[rightsOf(call).group][standing];
    if (expected !== 'yes') return refusalOf(reply) === expected;
    // What the platform has not got is told to those alone who may ask, whatever they name.
    if (kind === 'application_credential') return refusalOf(reply) === 'not_supported';
    if (place !== 'nowhere' && finds(call, kind, place, standing)) return [200, 201, 202, 204, 409].includes(reply.status);
    const hidden = isDeepStrictEqual(withoutId(reply), withoutId(unknown!)) && !reply.text.includes(idOf(kind, place));
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
    // What only administrators of the system do, they do to all of it, wherever they are.
    if (['changeSystem', 'readSystem'].includes(rightsOf(call).group) && standing === 'systemAdminInProject') return true;
    // Without a scope one is still someone of one's own domain; what asks for more has been refused before.
    if (kind === 'domain' && standing === 'unscoped') return place === 'acme';
    // Who works in a project asks for what is in it, not for the project.
    if (kind === 'project' && ['readProject', 'readLead'].includes(rightsOf(call).group))
      return FINDS.project[place]?.includes(standing) === true;
    return FINDS[ownerOf(kind)][place]?.includes(standing) === true;
  }

  const withoutId = ({ status, json }: Reply): unknown => {
    const { error } = json as { error: { data?: Record<string, unknown> } };
    return { status, error: { ...error, data: { ...error.data, request_id: '' } } };
  };
});
