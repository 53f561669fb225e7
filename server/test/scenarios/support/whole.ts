/** What people come for, from an empty network to a server that is reached, and back to nothing: the quotas say what is left of it. */
import { expect, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { floatingIps, images, networks, quotas, routers, securityGroups, servers, volumes, volumeSnapshots } = nouns;

const SSH = { direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 } as const;
/** Counters that the whole moves, and by how much at its height. */
const MOVED = { instances: 1, volumes: 1, networks: 1, security_groups: 1, routers: 1, floating_ips: 1 } as const;
type Counter = keyof typeof MOVED;
const COUNTERS = Object.keys(MOVED) as Counter[];
const SOON = { timeout: 20_000 };

/** Adds the steps. What they make is gone afterwards. */
export function wholeSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario whole ${Date.now()}`;
  const id = { network: '', group: '', router: '', image: '', volume: '', server: '', floating: '', snapshot: '' };
  const used = async (): Promise<Record<Counter, number>> => {
    const params = { projectId: life.tenant().projectId! };
    const quota: Quota = await client().call(quotas.calls.read, { params, query: { usage: true } });
    return Object.fromEntries(COUNTERS.map((counter) => [counter, quota[counter].used ?? 0])) as Record<Counter, number>;
  };
  let before: Record<Counter, number>;
  const more = async () => {
    const now = await used();
    return Object.fromEntries(COUNTERS.map((counter) => [counter, now[counter] - before[counter]]));
  };
  const refused = async () => (await client().refused(routers.calls.create, { body: { name } })).status;

  step(
    'from nothing: a network that leads out, a group, an image, a volume and a server that is reached by a floating IP',
    'floating_ip.create',
    async () => {
      before = await used();
      const all = await client().call(networks.calls.list, { query: { limit: 1000 } });
      const outside = all.data.find(({ router_external: isExternal }) => isExternal)!.id;
      id.network = await done(client().call(networks.calls.createPrivate, { body: { name, subnets: [{ cidr: '10.67.0.0/24' }] } }));
      const gateway = { external_gateway_info: { network_id: outside } };
      id.router = await done(client().call(routers.calls.create, { body: { name, ...gateway } }));
      const params = { routerId: id.router };
      await done(client().call(routers.calls.addInterface, { params, body: { network_id: id.network } }));
      id.group = await done(client().call(securityGroups.calls.create, { body: { name, security_group_rules: [SSH] } }));
      const headers = {
        'content-type': 'application/octet-stream',
        'x-image-name': encodeURIComponent(name),
        'x-image-disk-format': 'raw',
      };
      const sent = await client().raw('POST', images.calls.create.path, { text: Buffer.alloc(4096, name), headers });
      expect(sent.status).toBe(202);
      id.image = (sent.json as { id: string }).id;
      const { flavor_id } = life.ingredients();
      const interfaces = [{ network_id: id.network, security_group_ids: [id.group] }];
      id.server = await done(client().call(servers.calls.create, { body: { name, flavor_id, image_id: id.image, interfaces } }));
      const [nic] = (await client().call(servers.calls.read, { params: { serverId: id.server } })).networks;
      const assign = { server_id: id.server, mac_addr: nic!.mac_addr };
      id.floating = await done(client().call(floatingIps.calls.create, { body: { floating_network_id: outside, assign } }));
      const { floating_ip_address: address } = await client().call(floatingIps.calls.read, { params: { floatingIpId: id.floating } });
      await vi.waitFor(async () => {
        const [seen] = (await client().call(servers.calls.read, { params: { serverId: id.server } })).networks;
        expect(seen!.ips).toEqual([...nic!.ips, address]);
      }, SOON);
      id.volume = await done(client().call(volumes.calls.create, { body: { name, size: 1 } }));
      const at = { params: { serverId: id.server } };
      await done(client().call(servers.calls.attachVolume, { ...at, body: { volume_id: id.volume } }));
      await done(
        client().call(servers.calls.detachVolume, {
          ...at,
          query: { action: 'detach_volume' },
          body: { action: 'detach_volume', volume_id: id.volume, force: true },
        }),
      );
      id.snapshot = await done(client().call(volumeSnapshots.calls.create, { body: { volume_id: id.volume, name } }));
      await done(client().call(volumeSnapshots.calls.revert, { params: { snapshotId: id.snapshot } }));
      // The server may boot from a volume of its own.
      expect(await more()).toEqual({ ...MOVED, volumes: expect.toBeOneOf([1, 2]) as number });
      return `ssh to ${address}`;
    },
    refused,
  );

  step(
    'to nothing again: all of it is deleted, and the quotas count none of it',
    'floating_ip.create',
    async () => {
      await done(client().call(volumeSnapshots.calls.delete, { params: { snapshotId: id.snapshot } }));
      await done(client().call(volumes.calls.delete, { params: { volumeId: id.volume } }));
      await done(client().call(floatingIps.calls.delete, { params: { floatingIpId: id.floating } }));
      await done(client().call(servers.calls.delete, { params: { serverId: id.server } }));
      await done(client().call(images.calls.delete, { params: { imageId: id.image } }));
      const params = { routerId: id.router };
      await done(client().call(routers.calls.removeInterface, { params, body: { network_id: id.network } }));
      await done(client().call(routers.calls.delete, { params }));
      await done(client().call(networks.calls.delete, { params: { kind: 'private', networkId: id.network } }));
      await done(client().call(securityGroups.calls.delete, { params: { groupId: id.group } }));
      const left = await more();
      expect(left).toEqual(Object.fromEntries(COUNTERS.map((counter) => [counter, 0])));
      return Object.entries(left)
        .map(([counter, many]) => `${counter} ${many}`)
        .join(', ');
    },
    refused,
  );

  step(
    'a server that is to be reached gets in its own task what is missing, the next one only its address, and all of it goes again',
    'server.create:reachable_from',
    async () => {
      before = await used();
      const all = await client().call(networks.calls.list, { query: { limit: 1000 } });
      const outside = all.data.find(({ router_external: isExternal }) => isExternal)!.id;
      const { flavor_id, image_id } = life.ingredients();
      const called = `${name}, reached`;
      const body = { flavor_id, image_id, reachable_from: outside };
      const first = await done(client().call(servers.calls.create, { body: { ...body, name: called } }));
      expect(await more()).toMatchObject({ instances: 1, networks: 1, routers: 1, security_groups: 1, floating_ips: 1 });
      const read = (serverId: string) => client().call(servers.calls.read, { params: { serverId } });
      const floating = async () => (await client().call(floatingIps.calls.list, { query: { limit: 1000 } })).data;
      const address = (await floating()).find((one) => one.attachment?.object_id === first)?.floating_ip_address;
      // Nova learns of a floating IP a moment after Neutron has it.
      const nics = await vi.waitFor(async () => {
        const { networks: seen } = await read(first);
        expect(seen[0]!.ips).toContain(address);
        return seen;
      }, SOON);
      const networkId = nics[0]!.network_id!;
      const next = { ...body, name: `${called} too`, network_ids: [networkId] };
      const second = await done(client().call(servers.calls.create, { body: next }));
      expect(await more()).toMatchObject({ instances: 2, networks: 1, routers: 1, security_groups: 1, floating_ips: 2 });
      const { data: ways } = await client().call(routers.calls.list, { query: { name: called } });
      const groups = await client().call(securityGroups.calls.list, { query: { name: 'ssh' } });
      for (const one of await floating())
        if ([first, second].includes(one.attachment?.object_id ?? ''))
          await done(client().call(floatingIps.calls.delete, { params: { floatingIpId: one.id } }));
      for (const serverId of [first, second]) await done(client().call(servers.calls.delete, { params: { serverId } }));
      const params = { routerId: ways[0]!.id };
      await done(client().call(routers.calls.removeInterface, { params, body: { network_id: networkId } }));
      await done(client().call(routers.calls.delete, { params }));
      await done(client().call(networks.calls.delete, { params: { kind: 'private', networkId } }));
      await done(client().call(securityGroups.calls.delete, { params: { groupId: groups.data[0]!.id } }));
      expect(Object.values(await more())).toEqual(COUNTERS.map(() => 0));
      return `ssh to ${address}`;
    },
    refused,
  );
}
