/** Interfaces with all that can be asked for, and the groups they have, on the embedded platform. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { NetworkDocument, ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import type { Store } from '../../../../src/port/store/store.ts';
import { openTestStore } from '../../../support/databases.ts';
import { mustHold } from '../../../engines/embedded/support/invariants.ts';
import {
  all,
  Caller,
  ENGINE,
  idOfName,
  refusal,
  serverOf,
  smallPlatform,
  startEngine,
} from '../../../engines/embedded/support/platform.ts';

let store: Store;
let close: () => Promise<void>;
let clock: ManualClock;
let engine: EmbeddedEngine;
let caller: Caller;
let network: string;

beforeAll(async () => {
  ({ store, close } = await openTestStore('sqlite'));
  ({ clock, engine, caller } = await smallPlatform(store));
  network = await idOfName(store, 'network', 'acme-prod-private');
});
afterAll(async () => {
  await engine.stop();
  await close();
});

const projectOf = () => (caller.actor.scope as { projectId: string }).projectId;
const groupOf = async (projectId: string) => (await all(store, 'security_group')).find((group) => group.project_id === projectId)!;
const nics = async (id: string): Promise<ServerDocument['networks']> => (await serverOf(store, id))!.networks;
/** A running server with such an interface. */
async function running(more: object = {}): Promise<string> {
  const id = await caller.create({ network_ids: [], interfaces: [{ network_id: network, ...more }] });
  await clock.advance(60_000);
  return id;
}
const change = (id: string, body: object) => caller.accept('server.updateInterface', id, body);
const fieldsOf = async (work: Promise<unknown>) => (await refusal(work)).fields;

describe('security groups', () => {
  it('each project has one security group at first, which lets all out and its own members in', async () => {
    const groups = await all(store, 'security_group');
    const projects = await all(store, 'project');
    expect(groups.map(({ project_id: id, name }) => [id, name]).toSorted()).toEqual(projects.map(({ id }) => [id, 'default']).toSorted());
    const { id, security_group_rules: rules } = await groupOf(projectOf());
    expect(rules.map((rule) => [rule.direction, rule.ethertype, rule.remote_group_id])).toEqual([
      ['egress', 'IPv4', null],
      ['egress', 'IPv6', null],
      ['ingress', 'IPv4', id],
      ['ingress', 'IPv6', id],
    ]);
  });

  it('projects of an older store get their security group when the store is opened, with the id that it had', async () => {
    const { id } = await groupOf(projectOf());
    await store.transaction(async (writer) => {
      await writer.remove({ engine: ENGINE, kind: 'security_group', id });
      const quota = (await writer.records.get(`engine:${ENGINE}`, 'quotas', projectOf())) as { used: object };
      const used = { ...quota.used, security_groups: 0, security_group_rules: 0 };
      await writer.records.put(`engine:${ENGINE}`, 'quotas', projectOf(), { ...quota, used });
    });
    await engine.stop();
    engine = await startEngine(store, clock);
    caller = new Caller(engine, store, caller.actor);
    expect((await groupOf(projectOf())).id).toBe(id);
  });
});

describe('a new interface', () => {
  it('a new interface is protected and has the default security group where nothing is said', async () => {
    expect(await nics(await running())).toMatchObject([
      { spoofing_protection: true, security_group_ids: [(await groupOf(projectOf())).id], ips: [expect.any(String)] },
    ]);
  });

  it('a new interface has the hardware address and the addresses that are asked for, which nobody else gets', async () => {
    const wanted = { mac_addr: 'fa:16:3e:00:00:01', fixed_ips: ['10.64.0.101', '10.64.0.100'] };
    const id = await running(wanted);
    expect(await nics(id)).toMatchObject([{ mac_addr: wanted.mac_addr, ips: wanted.fixed_ips }]);
    expect((await serverOf(store, id))!.network_data).toEqual([wanted]);
    const again = (more: object) => fieldsOf(caller.create({ interfaces: [{ network_id: network, ...more }] }));
    expect(await again({ mac_addr: wanted.mac_addr })).toEqual({ 'interfaces.0.mac_addr': [{ code: 'mac_taken' }] });
    expect(await again({ fixed_ips: ['10.64.0.102', '10.64.0.100'] })).toEqual({ 'interfaces.0.fixed_ips.1': [{ code: 'address_taken' }] });
    await caller.accept('server.delete', id);
    await clock.advance(60_000);
    expect(await nics(await running(wanted))).toHaveLength(1);
    await mustHold(store, caller);
  });

  it('a new interface does without protection and security groups, and takes no groups of other projects', async () => {
    expect(await nics(await running({ spoofing_protection: false }))).toMatchObject([
      { spoofing_protection: false, security_group_ids: [] },
    ]);
    const foreign = (await all(store, 'security_group')).find((group) => group.project_id !== projectOf())!;
    expect(await fieldsOf(running({ security_group_ids: [foreign.id] }))).toEqual({
      'interfaces.0.security_group_ids': [{ code: 'unknown_id' }],
    });
  });

  it('a new interface has no security groups in a network that hands out no addresses', async () => {
    const like = (await all(store, 'network')).find(({ id }) => id === network)!;
    const bare: NetworkDocument = { ...like, id: 'bare-network', name: 'bare', ipam_enabled: false, subnets: [] };
    const owner = { domainId: like.domain_id, projectId: like.project_id, userId: null };
    await store.transaction((writer) => writer.put({ engine: ENGINE, kind: 'network', id: bare.id, ...owner, document: bare }));
    const made = await running({ network_id: bare.id });
    expect(await nics(made)).toMatchObject([{ ips: [], security_group_ids: [], spoofing_protection: true }]);
    const groups = [(await groupOf(projectOf())).id];
    expect(await fieldsOf(running({ network_id: bare.id, security_group_ids: groups }))).toEqual({
      'interfaces.0.security_group_ids': [{ code: 'groups_unmanaged' }],
    });
    await caller.accept('server.delete', made);
    await clock.advance(60_000);
    await store.transaction((writer) => writer.remove({ engine: ENGINE, kind: 'network', id: bare.id }));
  });
});

describe('an interface that there is', () => {
  it('an interface changes its addresses and keeps its hardware address, which nobody gets with the address it left', async () => {
    const id = await running();
    const [before] = await nics(id);
    await change(id, { mac_addr: before!.mac_addr, fixed_ips: ['10.64.0.151', '10.64.0.150'] });
    expect(await nics(id)).toEqual([{ ...before, ips: ['10.64.0.151', '10.64.0.150'] }]);
    const next = await running({ fixed_ips: before!.ips });
    expect((await nics(next))[0]!.mac_addr).not.toBe(before!.mac_addr);
    expect(await fieldsOf(change(id, { mac_addr: before!.mac_addr, fixed_ips: ['10.64.0.151', ...before!.ips] }))).toEqual({
      'fixed_ips.1': [{ code: 'address_taken' }],
    });
    await mustHold(store, caller);
  });

  it('an interface loses its security groups with the protection, and gets the default one with it', async () => {
    const id = await running();
    const [{ mac_addr: mac } = { mac_addr: '' }] = await nics(id);
    const group = (await groupOf(projectOf())).id;
    await change(id, { mac_addr: mac, spoofing_protection: false });
    expect(await nics(id)).toMatchObject([{ spoofing_protection: false, security_group_ids: [] }]);
    expect(await fieldsOf(change(id, { mac_addr: mac, security_group_ids: [group] }))).toEqual({
      security_group_ids: [{ code: 'groups_unprotected' }],
    });
    await change(id, { mac_addr: mac.toUpperCase(), spoofing_protection: true });
    expect(await nics(id)).toMatchObject([{ spoofing_protection: true, security_group_ids: [group] }]);
    await change(id, { mac_addr: mac, security_group_ids: [] });
    expect(await nics(id)).toMatchObject([{ spoofing_protection: true, security_group_ids: [] }]);
  });

  it('an interface that the server does not have is refused', async () => {
    const id = await running();
    const refused = await refusal(change(id, { mac_addr: '02:00:00:00:00:00', spoofing_protection: true }));
    expect([refused.code, refused.reason]).toEqual(['state_conflict', { code: 'interface_not_attached' }]);
  });
});
