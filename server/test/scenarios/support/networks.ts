/** The life of a network: made with its subnets, changed, shared with others, and deleted with all that is in it. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { NetworkUpdate } from '@gantry/contract/nouns/networks/bodies';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { calls } = nouns.networks;

const FIRST = { cidr: '10.77.0.0/24', dns_nameservers: ['10.77.0.53'], allocation_pools: [{ start: '10.77.0.10', end: '10.77.0.99' }] };
const SIXTH = { cidr: 'fd77::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' } as const;
const ADDED = '10.78.0.0/24';

/** Adds the steps. What they make is gone afterwards. */
export function networkSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario net ${Date.now()}`;
  let networkId = '';
  const network = () => ({ params: { networkId } });
  const read = (): Promise<Network> => client().call(calls.read, network());
  const body = { name, subnets: [FIRST, SIXTH] };
  /** Where networks are not made, nothing can be done to one either. */
  const refused = async () => (await client().refused(calls.createPrivate, { body })).status;

  step(
    'a network is made with a subnet of each IP version, and seen over the socket',
    'network.createPrivate',
    async () => {
      networkId = await done(client().call(calls.createPrivate, { body }));
      await life.listener().heard({ entity: 'network', operation: 'created', id: networkId });
      const made = await read();
      expect(made).toMatchObject({ name, ipam_enabled: true, shared: false, rbac_policies: [], project_id: life.tenant().projectId });
      expect(made.subnets).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...FIRST, ip_version: 4 }),
          expect.objectContaining({ ...SIXTH, ip_version: 6 }),
        ]),
      );
      const outsider = await life.stand().visitor('outsider');
      expect(await outsider.client.refused(calls.read, network())).toMatchObject({ status: 404 });
      return `${made.type}, MTU ${made.mtu}`;
    },
    refused,
  );

  const added = (to = networkId) => ({ body: { network_id: to, cidr: ADDED } });
  step(
    'a network gets another subnet, whose gateway is moved, and none that overlaps [api.subnets-post, api.subnets-patch]',
    'network.createSubnet',
    async () => {
      await done(client().call(calls.createSubnet, added()));
      const { subnets } = await read();
      const subnet = subnets.find(({ cidr }) => cidr === ADDED)!;
      expect(subnet).toMatchObject({ gateway_ip: '10.78.0.1', ip_version: 4 });
      const params = { subnetId: subnet.id };
      await done(client().call(calls.updateSubnet, { params, body: { gateway_ip: '10.78.0.254', name: 'moved' } }));
      expect((await read()).subnets.find(({ id }) => id === subnet.id)).toMatchObject({ gateway_ip: '10.78.0.254', name: 'moved' });
      const overlapping = { body: { network_id: networkId, cidr: '10.78.0.128/25' } };
      const refusal = await client().refused(calls.createSubnet, overlapping);
      expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(Object.keys(refusal.body.error.fields ?? {})).toEqual(['cidr']);
      await done(client().call(calls.deleteSubnet, { params }));
      expect((await read()).subnets.map(({ cidr }) => cidr).toSorted()).toEqual([FIRST.cidr, SIXTH.cidr]);
    },
    async () => (await client().refused(calls.createSubnet, added(life.ingredients().network_ids[0]))).status,
  );

  step(
    'a network is seen by others as long as it is shared with their project, or with all [rbac.target, rbac.actions]',
    'network.update',
    async () => {
      const [outsider, admin] = [await life.stand().visitor('outsider'), await life.stand().visitor('system_admin')];
      const share = (policies: NonNullable<NetworkUpdate['rbac_policies']>) =>
        done(admin.client.call(calls.update, { ...network(), body: { rbac_policies: policies } }), admin);
      const project = outsider.projectId!;
      for (const actions of [['direct'], ['routed'], ['direct', 'routed']] as const) {
        const policies = [{ target_project: project, actions: [...actions] }];
        await share(policies);
        expect((await read()).rbac_policies).toEqual(policies);
      }
      expect(await outsider.client.call(calls.read, network())).toMatchObject({ name, rbac_policies: null });
      expect(await outsider.client.refused(calls.update, { ...network(), body: { name: 'mine' } })).toMatchObject({ status: 403 });
      await share([]);
      expect(await outsider.client.refused(calls.read, network())).toMatchObject({ status: 404 });
      await share([{ target_project: '*', actions: ['direct'] }]);
      expect(await outsider.client.call(calls.read, network())).toMatchObject({ shared: true });
      await share([]);
    },
    refused,
  );

  step(
    'a network gets another name, and is deleted with its subnets',
    'network.delete',
    async () => {
      await done(client().call(calls.update, { ...network(), body: { name: `${name} ä` } }));
      expect(await read()).toMatchObject({ name: `${name} ä` });
      await done(client().call(calls.delete, { params: { kind: 'private', networkId } }));
      await life.listener().heard({ entity: 'network', operation: 'deleted', id: networkId });
      expect(await client().refused(calls.read, network())).toMatchObject({ status: 404 });
    },
    refused,
  );

  step(
    'a network that servers are attached to is not deleted, and they are named',
    'network.delete',
    async () => {
      const [id] = life.ingredients().network_ids;
      const { type } = await client().call(calls.read, { params: { networkId: id! } });
      const kind = type === 'flat' ? 'public' : type === 'vlan' ? 'vlan' : 'private';
      const refusal = await client().refused(calls.delete, { params: { kind, networkId: id! } });
      expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
      expect(refusal.body.error.data?.reason).toMatchObject({ code: 'still_used_by_server' });
    },
    refused,
  );
}
