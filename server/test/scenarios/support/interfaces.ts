/** The life of an interface: made with a server as it was asked for, changed while the server runs, and taken away. */
import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import { interfaceFieldTexts } from '@gantry/contract/nouns/servers/interfaces';
import type { Life } from './actions.ts';

const { calls } = nouns.servers;

/** So many away from an address, in the same network. */
function neighbour(address: string, away: number): string {
  const [last, ...front] = address.split('.').toReversed();
  const host = Number(last);
  return [...front.toReversed(), host > 127 ? host - away : host + away].join('.');
}

/** Adds the steps. They have a server of their own, which is gone afterwards. */
export function interfaceSteps(life: Life): void {
  const { step, path, carriedOut } = life;
  const client = () => life.tenant().client;
  const mac = ['fa:16:3e', ...Array.from({ length: 3 }, () => randomInt(256).toString(16).padStart(2, '0'))].join(':');
  const other = mac.replace('fa:16:3e', 'fa:16:3f');
  let serverId = '';
  let addresses: string[] = [];
  let groupId = '';
  const takesHa = () => life.tenant().meta.capabilities.includes('server.update:ha_enabled');
  const available = (on: boolean) => (takesHa() ? { ha_enabled: on } : {});
  const server = () => ({ params: { serverId } });
  const card = async (address: string) => {
    const { data } = await client().call(calls.interfaces, server());
    return data.find(({ mac_addr: found }) => found === address);
  };
  const networkId = () => life.ingredients().network_ids[0]!;

  step('a server is made with an interface, tags and availability as they were asked for', 'server.create', async () => {
    const { networks } = await client().call(calls.read, path());
    const known = networks[0]!.ips[0]!;
    addresses = [];
    for (let away = 41; addresses.length < 2; away += 1) {
      const address = neighbour(known, away);
      if ((await client().call(calls.list, { query: { address: `contains:${address}` } })).data.length === 0) addresses.push(address);
    }
    const { data: groups } = await client().call(nouns.securityGroups.calls.list, { query: { name: 'default' } });
    groupId = groups[0]!.id;
    const { network_ids: _, ...more } = life.ingredients();
    const wanted = { network_id: networkId(), mac_addr: mac, fixed_ips: addresses, security_group_ids: [groupId] };
    const tags = ['scenario', 'ä 中 ع'];
    const body = { name: 'scenario with an interface', ...more, interfaces: [wanted], tags, ...available(false) };
    const made = await carriedOut(client().call(calls.create, { body }));
    serverId = made.id;
    expect(made).toMatchObject({ status: 'ACTIVE', ...available(false) });
    expect(made.tags.toSorted()).toEqual(tags.toSorted());
    const nic = await card(mac);
    expect(nic).toMatchObject({ network_id: networkId(), spoofing_protection: true, security_groups: [{ id: groupId, name: 'default' }] });
    expect(nic!.fixed_ips.toSorted()).toEqual(addresses.toSorted());
    return `${mac} ${addresses.join(' ')}`;
  });

  const unprotect = () => ({ ...server(), body: { mac_addr: mac, spoofing_protection: false, security_group_ids: [] } });
  step(
    'the interface of a server keeps one address and lets everything through',
    'server.updateInterface',
    async () => {
      await carriedOut(client().call(calls.updateInterface, { ...server(), body: { mac_addr: mac, fixed_ips: [addresses[1]!] } }));
      await carriedOut(client().call(calls.updateInterface, unprotect()));
      expect(await card(mac)).toMatchObject({ fixed_ips: [addresses[1]], spoofing_protection: false, security_groups: [] });
    },
    async () => (await client().refused(calls.updateInterface, unprotect())).status,
  );

  const attach = (fixedIps: string[]) => ({
    ...server(),
    body: { network_id: networkId(), mac_addr: other, fixed_ips: fixedIps, security_group_ids: [groupId] },
  });
  step(
    'a second interface is refused a taken address, takes a free one and is taken away again',
    'server.attachInterface',
    async () => {
      const refusal = await client().refused(calls.attachInterface, attach([addresses[1]!]));
      expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(refusal.body.error.fields).toEqual({ 'fixed_ips.0': [interfaceFieldTexts.address_taken] });
      expect(await card(other)).toBeUndefined();
      await carriedOut(client().call(calls.attachInterface, attach([addresses[0]!])));
      expect(await card(other)).toMatchObject({ fixed_ips: [addresses[0]], security_groups: [{ id: groupId }] });
      const body = { mac_addr: other };
      await carriedOut(client().call(calls.detachInterface, { ...server(), body }));
      expect(await card(other)).toBeUndefined();
    },
    async () => (await client().refused(calls.attachInterface, attach([addresses[0]!]))).status,
  );

  step('a server gets other tags and availability, and is deleted with its addresses', 'server.update', async () => {
    const body = { tags: ['changed'], ...available(true) };
    await carriedOut(client().call(calls.update, { ...server(), body }));
    if (!takesHa()) expect((await client().refused(calls.update, { ...server(), body: { ha_enabled: true } })).status).toBe(501);
    expect(await client().call(calls.read, server())).toMatchObject(body);
    const { task_id: taskId } = await client().call(calls.delete, server());
    expect(await life.stand().ended(life.tenant(), taskId)).toMatchObject({ state: 'success' });
    // Its addresses are free: another one may have them.
    const { network_ids: _, ...more } = life.ingredients();
    const again = {
      name: 'scenario with its address',
      ...more,
      interfaces: [{ network_id: networkId(), mac_addr: mac, fixed_ips: addresses }],
    };
    const heir = await carriedOut(client().call(calls.create, { body: again }));
    await life.stand().ended(life.tenant(), (await client().call(calls.delete, { params: { serverId: heir.id } })).task_id);
  });
}
