import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { isFull } from '../../../tools/lib/tier.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { SPECIMENS } from '../nouns/index.ts';
import type { Asked, There } from '../nouns/support/asked.ts';
import { specimenOf } from '../nouns/support/body.ts';
import type { Specimen } from '../nouns/support/specimen.ts';
import { CHOSEN, kindsOf } from '../support/ids.ts';
import { taskElsewhere } from '../support/task-elsewhere.ts';
import { makeBalancers } from './support/audited-balancers.ts';
import { makeImages } from './support/audited-images.ts';
import { volumeThings } from './support/audited-volumes.ts';
import { makePeople } from './support/audited-people.ts';
import { makeRoutes } from './support/audited-routes.ts';

/** What the noun's file says of a call. */
function askedOf(call: Call): Asked & { ownBody: object | undefined } {
  const [noun, name = ''] = call.id.split('.') as [keyof typeof SPECIMENS, string];
  const { asked, bodies }: Specimen = SPECIMENS[noun];
  return { ...asked?.[name], ownBody: bodies?.[name] };
}

/** Refusals by right, state or rule; requests that could not even be read say nothing about anybody. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 409, 422, 429]);
/** Refused because nobody is signed in: written down for an attempt to sign in only, else anybody could fill the audit. */
const isAudited = (call: Call, known: boolean, status: number): boolean =>
  call.id === 'session.login' || (known && (call.method !== 'GET' || REFUSED.has(status)));

/** Each call; in the default tier one of each sort. */
const ofTier = isFull ? calls : [...Map.groupBy(calls, ({ does }) => does.by).values()].map(([first]) => first!);

describe('the audit', () => {
  let app: TestApp;
  let given: There;
  let people: { name: string; client: Client; known: boolean }[];
  /** Servers that nothing has been done to. */
  let untouched: string[];

  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '90' } });
    const lead = await app.as('acme-lead', 'acme-prod');
    const system = await app.as('admin', 'own');
    const [spare, held, other] = (await lead.call(nouns.volumes.calls.list, { query: { status: 'available' } })).data;
    const params = { serverId: (await lead.call(nouns.servers.calls.list, { query: { status: 'ACTIVE' } })).data[5]!.id };
    const attached = await lead.call(nouns.servers.calls.attachVolume, { params, body: { volume_id: held!.id } });
    await app.ended(lead, attached.task_id);
    const { id: server, volumes, networks } = await lead.call(nouns.servers.calls.read, { params });
    for (const name of ['one', 'other']) {
      const taken = await lead.call(nouns.volumeSnapshots.calls.create, { body: { volume_id: spare!.id, name } });
      await app.ended(lead, taken.task_id);
    }
    const network = async (...cidrs: string[]) => {
      const body = { name: 'audited', subnets: cidrs.map((cidr) => ({ cidr })) };
      const { id, task_id } = await lead.call(nouns.networks.calls.createPrivate, { body });
      await app.ended(lead, task_id);
      return lead.call(nouns.networks.calls.read, { params: { networkId: id! } });
    };
    const [kept, toGo] = [await network('10.7.0.0/24', '10.7.1.0/24'), await network()];
    const size = { name: 'for some', vcpus: 1, ram: 64, disk: 1, is_public: false };
    const { domain_id: domain } = await lead.call(nouns.session.calls.whoami);
    const [routes, persons] = [await makeRoutes(app, lead), await makePeople(app, system, domain)];
    const stranger = await app.as('globex-member', 'globex-prod');
    const images = await makeImages(app, lead, stranger);
    const balancers = await makeBalancers(app, lead);
    // One that is at work, whatever joins meanwhile.
    const node = (await system.call(nouns.nodes.calls.list)).data.at(-1)!.id;
    given = {
      flavorOfSome: (await system.call(nouns.flavors.calls.create, { body: size })).id!,
      volume: spare!.id,
      policy: (await lead.call(nouns.storagePolicies.calls.list)).data[0]!.id,
      made: {
        bodies: { ...routes.bodies, ...persons.bodies, ...images.bodies, ...balancers.bodies },
        things: {
          ...(await volumeThings(app, lead)),
          'volumes.extend': spare!.id,
          'volumes.update': spare!.id,
          'volumes.delete': other!.id,
          'networks.update': kept.id,
          'networks.updateSubnet': kept.subnets[0]!.id,
          'networks.deleteSubnet': kept.subnets[1]!.id,
          'networks.delete': toGo.id,
          'networks.bulkDelete': toGo.id,
          'tasks.cancel': await taskElsewhere(app, lead, attached.task_id),
          'nodes.enterMaintenance': node,
          'nodes.leaveMaintenance': node,
          'nodes.fence': node,
          'nodes.unfence': node,
          ...routes.things,
          ...persons.things,
          ...images.things,
          ...balancers.things,
        },
      },
      holder: { server, boot: volumes[0]!.id, volume: held!.id, mac: networks[0]!.mac_addr },
      domain,
      machine: (await system.call(nouns.computeCluster.calls.read)).available_nodes!.at(-1)!.id,
      flavor: (await lead.call(nouns.flavors.calls.list, { query: { sort: 'name:asc' } })).data[0]!.id,
      image: (await lead.call(nouns.images.calls.list)).data[0]!.id,
      network: (await lead.call(nouns.networks.calls.list)).data[0]!.id,
    };
    const { data: all } = await lead.call(nouns.servers.calls.list, { query: { limit: 200, status: 'ACTIVE', sort: 'name:asc' } });
    untouched = all.map(({ id }) => id).filter((id) => id !== server);
    const stopped = (await lead.call(nouns.servers.calls.list)).data[0]!.id;
    await app.ended(lead, (await lead.call(nouns.servers.calls.stop, { params: { serverId: stopped } })).task_id);
    people = [
      { name: 'lead', client: lead, known: true },
      { name: 'system administrator', client: system, known: true },
      { name: 'system administrator in a project', client: await app.as('admin', 'acme-prod'), known: true },
      { name: 'someone without a scope', client: lead.unscoped(), known: true },
      { name: 'a stranger', client: stranger, known: true },
      { name: 'nobody', client: app.nobody, known: false },
    ];
  });
  afterAll(() => app.close());

  const kindOf = (parameter: string): string => parameter.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  /** Id of a thing that a call can work on, as someone sees it who may ask. */
  async function thing(kind: string, call: Call): Promise<string> {
    if (kind === 'server' && askedOf(call).ofHolder) return given.holder.server;
    if (kind === 'server' && call.does.by === 'command') return serverFor(call);
    if (kind === 'property_key') return propertyFor(call);
    if (kind === 'session') return sessionFor(await app.as('acme-lead', 'none'));
    if (kind === 'personal_token') return tokenFor(people[0]!.client);
    if (kind === 'service') return 's3service';
    if (kind === 's3_bucket' || kind === 'application_credential') return 'none';
    // Of what belongs to a domain.
    if (kind === 'domain' && call.path.startsWith('/api/v2/domains/{domainId}/')) return given.domain;
    if (call.id === 'flavors.setAccess') return given.flavorOfSome;
    const made = given.made.things[`${call.id} ${kind}`] ?? given.made.things[call.id];
    if (made !== undefined) return made;
    const list = calls.find(({ does }) => does.by === 'list' && does.of === undefined && does.kind.name === kind);
    if (!list) throw new Error(`no call lists ${kind}`);
    for (const { client } of people) {
      const reply = await client.reply(list, {
        ...(list.params && { params: { domainId: given.domain } }),
      });
      if (reply.status === 200) return (reply.json as { data: { id: string }[] }).data.at(-1)?.id ?? 'none';
    }
    throw new Error(`nobody may list ${kind}`);
  }

  const sessionFor = async (client: Client): Promise<string> =>
    (await client.call(nouns.session.calls.sessions)).data.find(({ is_current: isCurrent }) => isCurrent)!.id;

  const tokenFor = async (client: Client): Promise<string> =>
    (await client.call(nouns.session.calls.createToken, { body: { name: 'to be revoked', access: 'read', expires_in_days: 1 } })).id;

  /** A server that a call can work on, the same for all who ask. */
  const servers = new Map<string, string>();
  async function serverFor(asking: Call): Promise<string> {
    const { id: call } = asking;
    const known = servers.get(call);
    if (known !== undefined) return known;
    const id = untouched.pop()!;
    servers.set(call, id);
    await app.store.transaction(async (writer) => {
      const { document, ...row } = (await writer.get({ engine: 'embedded', kind: 'server', id }))!;
      // Of no known flavor and of little disk, so that each flavor will do.
      const flavor = { ...(document['flavor'] as object), id: 'none', disk: 1 };
      await writer.put({ ...row, document: { ...document, status: 'ACTIVE', task_state: null, flavor, ...askedOf(asking).state } });
    });
    const stop = { params: { serverId: id }, body: { timeout: -1 } };
    if (call === 'servers.cancelStop') await people[0]!.client.call(nouns.servers.calls.stop, stop);
    return id;
  }

  /** A key that a call can work on: a new one where it makes the property, else that of one in the domain that `thing` gives. */
  async function propertyFor(call: Call): Promise<string> {
    const key = randomUUID();
    if (call.method === 'POST') return key;
    const domainId = await thing('domain', call);
    await app.store.transaction(({ properties }) => properties.insert({ domainId, key, value: 1, access: 'pub' }));
    return key;
  }

  const idOf = (kind: string): string =>
    ({ volume: given.volume, server: given.holder.server, flavor: given.flavor, image: given.image, network: given.network })[kind] ??
    'none';

  /** What path parameters choose that name no thing. */
  const choice = new Map([...CHOSEN].filter(([name]) => name !== 'propertyKey' && name !== 'service'));

  /** Inputs for a call: on something that is there, and on something that is not. */
  async function inputs(call: Call): Promise<CallInput<Call>[]> {
    const names = Object.keys(call.params?.shape ?? {});
    const kinds = kindsOf(call);
    const asked = askedOf(call);
    const all = await Promise.all(
      names.map(async (name) => [name, choice.get(name) ?? (await thing(kinds.get(name) ?? kindOf(name), call))] as const),
    );
    const body =
      call.does.by === 'bulk'
        ? { ...specimenOf(call, idOf), [call.does.ids ?? 'ids']: [await thing(call.does.kind.name, call)] }
        : (asked.body?.(given) ?? asked.ownBody ?? given.made.bodies[call.id] ?? specimenOf(call, idOf));
    if (call.body && !body) throw new Error(`say in the noun's file, as asked, with which body ${call.id} is sent`);
    const there = { params: Object.fromEntries(all), ...(body && { body }) };
    const nowhere = { params: Object.fromEntries(names.map((name) => [name, `no-${name}`])), ...(body && { body }) };
    return [there, nowhere].map((input) => input as CallInput<Call>);
  }

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
        // The session is that of the lead, who has entered the project just before.
        const isAgain = call.id === 'session.enterProject' && reply.status === 200 && who === 'someone without a scope';
        const expected = isAudited(call, known, reply.status) && !isAgain ? [[call.id, reply.status, errorOf(reply)]] : [];
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
