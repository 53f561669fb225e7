/** What stands between a server and the outside, so that the calls of routers, floating IPs and security groups have something to work on. */
import { nouns } from '@gantry/contract';
import { byHand } from '../../http/support/by-hand.ts';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import type { Made } from '../../nouns/support/asked.ts';
import { ingredients } from '../../support/ingredients.ts';

const AT = '/api/v2/compute';

/** Makes a router that leads from two networks outside, servers in one of them, floating IPs, and a security group with a rule. */
export async function makeRoutes(app: TestApp, who: Client): Promise<Made> {
  const { done, read } = byHand(() => app);
  const outside = (await read<{ data: { id: string }[] }>(who, `${AT}/networks?name=public`)).data[0]!.id;
  const network = (name: string, cidr: string) => done(who, 'POST', `${AT}/networks/private`, { name, subnet: { cidr } });
  const [near, next, far] = [
    await network('near', '10.8.0.0/24'),
    await network('next', '10.8.1.0/24'),
    await network('far', '10.8.2.0/24'),
  ];
  const router = await done(who, 'POST', `${AT}/routers`, { name: 'edge', external_gateway_info: { network_id: outside } });
  for (const network_id of [near, next]) await done(who, 'PUT', `${AT}/routers/${router}/add_interface`, { network_id });
  const idle = await done(who, 'POST', `${AT}/routers`, { name: 'idle' });
  const { network_ids: _any, ...machine } = await ingredients(who);
  const target = async (name: string) => {
    const server_id = await done(who, 'POST', `${AT}/servers`, { name, ...machine, network_ids: [near] });
    const { networks } = await read<{ networks: { mac_addr: string }[] }>(who, `${AT}/servers/${server_id}`);
    return { server_id, mac_addr: networks[0]!.mac_addr };
  };
  const floating = (body: object = {}) => done(who, 'POST', `${AT}/floating_ips`, { floating_network_id: outside, ...body });
  const [free, leading, spare] = [await floating(), await floating({ assign: await target('reached') }), await floating()];
  const group = await done(who, 'POST', `${AT}/security-groups`, { name: 'audited' });
  const { security_group_rules: rules } = await read<{ security_group_rules: { id: string }[] }>(who, `${AT}/security-groups/${group}`);
  const { acc_key: key } = await who.call(nouns.objectStorage.calls.createKey, { body: {} });
  const { acc_key: spareKey } = await who.call(nouns.objectStorage.calls.createKey, { body: {} });
  return {
    bodies: {
      'routers.addInterface': { network_id: far },
      'routers.removeInterface': { network_id: next },
      'floatingIps.create': { floating_network_id: outside },
      'floatingIps.assign': await target('reachable'),
      'securityGroups.createRule': {
        security_group_id: group,
        direction: 'ingress',
        protocol: 'tcp',
        port_range_min: 1,
        port_range_max: 9,
      },
    },
    things: {
      'objectStorage.updateKey': key,
      'objectStorage.deleteKey': spareKey,
      'routers.addInterface': router,
      'routers.removeInterface': router,
      'routers.update': idle,
      'routers.delete': idle,
      'floatingIps.update': free,
      'floatingIps.assign': free,
      'floatingIps.release': leading,
      'floatingIps.bulkRelease': free,
      'floatingIps.delete': spare,
      'securityGroups.deleteRule': rules[0]!.id,
    },
  };
}
