import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, kinds, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import type { AuditEntry } from '../../src/port/store/audit.ts';
import type { LogEntry } from '../../src/port/store/changes.ts';
import { startTestApp, UNHURRIED, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { ingredients } from '../support/ingredients.ts';
import { idPlacesOf, kindsOf, type IdPlace } from '../support/ids.ts';
import { schemaSent } from '../support/json-schema.ts';
import { requestOf } from '../support/upload.ts';
import { Draw } from '../http/fuzz/draw.ts';
import { oddOf } from '../http/fuzz/odd.ts';
import { valueOf } from '../http/fuzz/values.ts';
import { plant } from './support/plant.ts';

interface Asker {
  client: Client;
  /** Things they have nothing to do with, by kind. */
  foreign: ReadonlyMap<string, string>;
}

/** What came of a request, with its own ids taken out. */
interface Outcome {
  status: number;
  body: string;
  headers: [string, string][];
  changes: unknown[];
  audit: unknown[];
}

/** With GANTRY_TEST_ASKERS=all (`npm run foreign`) everybody asks everywhere; else a member does, and of the others each in turn. */
const EVERYBODY = process.env['GANTRY_TEST_ASKERS'] === 'all';

/** Headers that differ with each answer. */
const OWN_HEADERS: ReadonlySet<string> = new Set([REQUEST_ID_HEADER, 'date', 'keep-alive']);

/** A VPN connection that fits, but for its router. */
const VPN = {
  peer_address: '203.0.113.10',
  psk: 'w7Rk2-pQ9zL_4mXc',
  peer_cidrs: ['10.200.0.0/16'],
  ike_policy: { name: 'branch' },
  ipsec_policy: { name: 'branch' },
};
/** A pool that fits. */
const POOL = { name: 'web', protocol: 'TCP', protocol_port: 80, backend_protocol: 'TCP', backend_protocol_port: 80 } as const;

describe.each(anyDatabase)('a foreign id on $name', ({ name: database }) => {
  let app: TestApp;
  const askers = new Map<string, Asker>();
  /** Ids that everyone sees, by kind: what else a body needs. */
  const own = new Map<string, string>();
  let cases = 0;
  const asked = new Set<string>();
  let admin: Client;

  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '2', ...UNHURRIED } });
    admin = await app.as('admin', 'own');
    const member = await app.as('acme-member', 'acme-prod');
    const globex = await app.as('globex-member', 'globex-prod');
    const inProject = async (client: Client) => {
      const { project_id: projectId, domain_id: domainId } = await client.call(nouns.session.calls.whoami);
      return plant(app.store, { projectId: projectId!, domainId });
    };
    const [ofAcme, ofGlobex] = [await inProject(member), await inProject(globex)];
    const sessionOf = async (client: Client) => (await client.call(nouns.session.calls.sessions)).data[0]!.id;
    ofAcme.set('session', await sessionOf(member));
    ofGlobex.set('session', await sessionOf(globex));
    for (const [client, things] of [
      [member, ofAcme],
      [globex, ofGlobex],
    ] as const) {
      things.set('s3_key', (await client.call(nouns.objectStorage.calls.createKey, { body: {} })).acc_key);
      things.set('s3_user', (await client.call(nouns.objectStorage.calls.user)).id);
      const wish = { name: 'foreign', access: 'full' as const, expires_in_days: 1 };
      things.set('personal_token', (await client.call(nouns.session.calls.createToken, { body: wish })).id);
      // The embedded platform has none.
      things.set('application_credential', randomUUID());
      // Buckets are called by names that anybody may know.
      things.set('s3_bucket', `bucket-${randomUUID()}`);
    }
    for (const [kind, call] of [
      ['flavor', nouns.flavors.calls.list],
      ['image', nouns.images.calls.list],
      ['network', nouns.networks.calls.list],
    ] as const) {
      const { data } = await globex.call(call, { query: { limit: 100 } });
      own.set(kind, data.find((thing) => thing.id !== ofGlobex.get(kind) && (!('shared' in thing) || thing.shared))!.id);
    }
    const groups = await member.call(nouns.securityGroups.calls.list, { query: { name: 'default' } });
    own.set('security_group', groups.data[0]!.id);
    own.set('volume', (await member.call(nouns.volumes.calls.list, { query: { status: 'available' } })).data[0]!.id);
    own.set('server', (await member.call(nouns.servers.calls.list)).data[0]!.id);
    const { id: router, task_id: made } = await member.call(nouns.routers.calls.create, { body: { name: 'edge' } });
    await app.ended(member, made);
    own.set('router', router!);
    const [network_id] = (await ingredients(member)).network_ids;
    const edge = { name: 'edge', network_id: network_id!, pools: [POOL] };
    const balancer = await member.call(nouns.loadBalancers.calls.create, { body: edge });
    await app.ended(member, balancer.task_id);
    own.set('load_balancer', balancer.id!);
    own.set('load_balancer_pool', (await member.call(nouns.loadBalancerPools.calls.list)).data.find(({ name }) => name === POOL.name)!.id);
    const [outside] = (await member.call(nouns.networks.calls.list, { query: { name: 'public' } })).data;
    const floating = await member.call(nouns.floatingIps.calls.create, { body: { floating_network_id: outside!.id } });
    await app.ended(member, floating.task_id);
    own.set('floating_ip', floating.id!);
    askers.set('nobody', { client: app.nobody, foreign: ofAcme });
    askers.set('unscoped', { client: member.unscoped(), foreign: ofGlobex });
    askers.set('reader', { client: await app.as('acme-viewer', 'acme-prod'), foreign: ofGlobex });
    askers.set('member', { client: member, foreign: ofGlobex });
    askers.set('lead', { client: await app.as('acme-lead', 'acme-prod'), foreign: ofGlobex });
    askers.set('outsider', { client: globex, foreign: ofAcme });
    askers.set('domainAdmin', { client: await app.as('acme-admin', 'own'), foreign: ofGlobex });
    askers.set('domainAdminInProject', { client: await app.as('acme-admin', 'acme-prod'), foreign: ofGlobex });
    askers.set('systemAdminInProject', { client: await app.as('admin', 'admin'), foreign: ofAcme });
  });
  afterAll(async () => {
    console.log(`foreign ids on ${database}: ${cases} pairs of requests`);
    await app.close();
  });

  /** The call with an id in one place; all else is right. */
  function send(call: Call, { in: where, path, many, inList }: IdPlace, id: string, { client }: Asker, requestId: string): Promise<Reply> {
    const making = {
      draw: new Draw(1),
      odd: oddOf(1),
      idOf: (kind: string) => own.get(kind) ?? id,
      kindOf: (member: string) => kindsOf(call).get(member),
      optional: 0,
      sound: true,
    };
    const filled = (schema: Call['params'] | Call['body']): Record<string, unknown> => {
      if (!schema) return {};
      const { json, schemas } = schemaSent(schema);
      return valueOf(json, '', { ...making, schemas }) as Record<string, unknown>;
    };
    const place = (target: Record<string, unknown>): Record<string, unknown> => {
      const [first = '', second] = path;
      // A volume that is made of nothing else has a size.
      const sized = call.id === 'volumes.create' && first === 'storage_policy_id' ? { size: 1 } : {};
      // Who leads an address to a server says to which of its interfaces.
      const led = call.id === 'floatingIps.assign' && first === 'server_id' ? { mac_addr: 'fa:16:3e:00:00:01' } : {};
      // A policy is there already or is made, not both.
      const { ike_policy: _ike, ipsec_policy: _ipsec, ...unmade } = target;
      const others =
        first === 'ikepolicy_id'
          ? { ...unmade, ipsec_policy: _ipsec }
          : first === 'ipsecpolicy_id'
            ? { ...unmade, ike_policy: _ike }
            : target;
      if (second === undefined) return { ...others, ...sized, ...led, [first]: many ? [id] : id };
      if (first === 'pools') return { ...target, pools: [{ ...POOL, members: [{ server_id: id }] }] };
      if (!inList) return { ...target, [first]: { [second]: id, ...(second === 'server_id' && { mac_addr: 'fa:16:3e:00:00:01' }) } };
      // An interface names its network as well, and a volume that has a policy is made.
      const network = first === 'interfaces' ? { network_id: own.get('network') } : {};
      const size = second === 'storage_policy_id' ? { size: 1 } : {};
      const access = second === 'target_project' ? { actions: ['direct'] } : {};
      const rule = first === 'security_group_rules' ? { direction: 'ingress' } : {};
      return { ...target, [first]: [{ ...network, ...size, ...access, ...rule, [second]: second.endsWith('_ids') ? [id] : id }] };
    };
    // Of what a server boots from there must be one, and no more; and a network.
    const boots = path[0] === 'volume_id' || path[0] === 'snapshot_id';
    const network = { network_ids: [own.get('network')] };
    const chosen = call.id === 'servers.create' ? { ...network, ...(!boots && { image_id: own.get('image') }) } : {};
    const subnet = call.id === 'networks.createSubnet' ? { cidr: '10.0.9.0/24' } : {};
    const vpn = call.id === 'vpnConnections.create' ? VPN : {};
    const pool = call.id === 'loadBalancerPools.create' ? { ...POOL, loadbalancer_id: own.get('load_balancer') } : {};
    const params = where === 'path' ? place(filled(call.params)) : filled(call.params);
    const body = where === 'body' ? place({ ...filled(call.body), ...chosen, ...subnet, ...pool, ...vpn }) : filled(call.body);
    const query = where === 'query' ? place({ with_count: 'true', limit: '1000' }) : {};
    const { headers, ...sent } = requestOf(call, call.body ? body : undefined);
    const address = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(query as Record<string, string>).toString();
    return client.raw(call.method, `${address}${search && `?${search}`}`, {
      ...sent,
      headers: { ...headers, [REQUEST_ID_HEADER]: requestId },
    });
  }

  async function outcome(call: Call, place: IdPlace, id: string, asker: Asker): Promise<Outcome> {
    const requestId = randomUUID();
    const before = await app.store.changes.head();
    const reply = await send(call, place, id, asker, requestId);
    const task = reply.status === 202 ? (reply.json as { task_id: string }).task_id : undefined;
    if (task !== undefined) await app.ended(admin, task);
    const { entries } = await app.store.changes.since(before, 100);
    const audit = (await app.store.audit.list({ limit: 20 })).filter((entry) => entry.requestId === requestId);
    const plain = (value: unknown) =>
      JSON.stringify(value)
        .replaceAll(id, 'ID')
        .replaceAll(requestId, 'REQUEST')
        .replaceAll(task ?? 'no task', 'TASK');
    return {
      status: reply.status,
      body: plain(reply.text),
      headers: [...reply.headers].filter(([name]) => !OWN_HEADERS.has(name)),
      changes: entries.map(({ seq: _seq, at: _at, ...entry }: LogEntry) => plain(entry)),
      // A foreign domain in the address is named to its own administrators, whose entry this is.
      audit: audit.map(({ at: _at, names, ...entry }: AuditEntry) => plain({ ...entry, names: { ...names, domain: null } })),
    };
  }

  const aimed = calls.flatMap((call) =>
    idPlacesOf(call).map((place) => [`${call.id} in ${place.in} ${place.path.join('.')}`, call, place] as const),
  );

  /** Who asks at the place of this number. Two of the others: so each asks at every fourth place, and each kind is asked for by each. */
  const askersAt = (number: number, { permission }: Call): [string, Asker][] => {
    // Administrators of the system may enter everywhere and administer everything, in whatever project they are.
    const isOpen = !['tenant', 'project_lead'].includes(permission.audience);
    const all = [...askers].filter(([role]) => role !== 'systemAdminInProject' || !isOpen);
    if (EVERYBODY) return all;
    const others = all.filter(([role]) => role !== 'member');
    return [...all.filter(([role]) => role === 'member'), others[(2 * number) % others.length]!, others[(2 * number + 1) % others.length]!];
  };

  it.each(aimed)('a foreign id at %s is answered like an unknown one, and leaves as little behind', async (_, call, place) => {
    const number = aimed.findIndex((one) => one[1] === call && one[2] === place);
    for (const [role, asker] of askersAt(number, call)) {
      cases += 1;
      asked.add(role);
      const foreign = asker.foreign.get(place.kind)!;
      const theirs = await outcome(call, place, foreign, asker);
      const unknown = await outcome(call, place, randomUUID(), asker);
      expect(theirs, role).toEqual(unknown);
      expect(theirs.body, role).not.toMatch(new RegExp(foreign));
      if (place.in === 'query')
        expect(theirs.status < 300 ? JSON.parse(JSON.parse(theirs.body) as string) : {}, role).not.toMatchObject({ count: 1 });
      else if (!isBulk(call)) expect([theirs.status >= 400, theirs.changes], `${role} ${theirs.body}`).toEqual([true, []]);
    }
  });

  it('foreign ids are asked for by a caller of each role', () => {
    expect([...asked].toSorted()).toEqual([...askers.keys()].toSorted());
  });

  it('a foreign id in a request body is refused at its field as an unknown id', async () => {
    const places = calls.flatMap((call) => idPlacesOf(call).map((place) => ({ call, place })));
    const isForTenants = ({ permission }: Call) => permission.audience === 'tenant';
    const inBodies = places.filter(({ call, place }) => place.in === 'body' && isForTenants(call) && !isBulk(call));
    expect(inBodies.length).toBeGreaterThanOrEqual(3);
    for (const { call, place } of inBodies) {
      const { status, body } = await outcome(call, place, askers.get('member')!.foreign.get(place.kind)!, askers.get('member')!);
      const { error } = JSON.parse(JSON.parse(body) as string) as { error: { data: { field_codes: object } } };
      expect([status, error.data.field_codes], call.id).toEqual([400, { [place.path.join('.')]: [{ code: 'unknown_id' }] }]);
    }
  });

  it('the ids that are hidden from others are found by the members of their own project', async () => {
    const { foreign: ofAcme } = askers.get('outsider')!;
    const member = askers.get('lead')!.client;
    for (const call of calls) {
      if (call.does.by !== 'read' || call.permission.audience !== 'tenant') continue;
      const id = ofAcme.get(call.does.kind.name)!;
      const reply = await member.raw('GET', call.path.replace(/\{\w+\}/, id));
      expect([reply.status, call.id, reply.text.includes(id)]).toEqual([200, call.id, true]);
    }
    // Sessions, tokens, credentials, and users, keys and buckets of object storage, are no kinds of the store.
    expect(kinds.size).toBeGreaterThanOrEqual(ofAcme.size - 6);
  });

  const isBulk = ({ does }: Call): boolean => does.by === 'bulk';
});
