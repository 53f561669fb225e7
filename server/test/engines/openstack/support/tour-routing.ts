/** Security groups, routers and floating IPs, in a project; `public` is the cloud's external network. */
import type { Tourist } from './tourist.ts';
import { refused } from './tourist.ts';

const HTTPS = { direction: 'ingress', protocol: 'tcp', port_range_min: 443, port_range_max: 443 };

/**
 * Creates a group `guarded` with rules, a router `edge` that leads from a network of its own to the outside, and a floating IP; changes them
 * and asks for what the cloud refuses. All of it is gone at the end.
 */
export async function routing(alice: Tourist): Promise<void> {
  const { names } = alice;
  const run = (kind: string, command: string, name: string, body: object) => alice.run(`${kind}.${command}`, name, body, kind);
  const make = async (kind: string, name: string, body: object) => {
    names[name] = (await alice.run(`${kind}.create`, null, body)).id;
  };
  await make('security_group', 'guarded', { name: 'guarded', description: 'of the tour', security_group_rules: [HTTPS] });
  const group = { security_group_id: names['guarded'] };
  await run('security_group', 'createRule', 'guarded', { ...group, direction: 'egress', remote_ip_prefix: '10.0.0.5/8' });
  await refused(alice.ask('security_group.createRule', await alice.row('guarded', 'security_group'), { ...group, ...HTTPS }));
  await run('security_group', 'update', 'guarded', { name: 'guarding' });
  const rules = (await alice.row('guarded', 'security_group'))!.document['security_group_rules'] as { id: string }[];
  await run('security_group', 'deleteRule', 'guarded', { ruleId: rules[0]!.id });
  await run('security_group', 'delete', 'guarded', {});

  const outside = await alice.find('network', (one) => one['router_external'] === true);
  names['inner'] = (await alice.run('network.createPrivate', null, { name: 'inner', subnet: { cidr: '10.60.0.0/24' } })).id;
  const network_id = names['inner'];
  await make('router', 'edge', { name: 'edge', external_gateway_info: { network_id: outside } });
  await run('router', 'addInterface', 'edge', { network_id });
  const again = async (command: string, body: object) => refused(alice.ask(`router.${command}`, await alice.row('edge', 'router'), body));
  await again('addInterface', { network_id });
  await again('delete', {});
  await run('router', 'update', 'edge', { name: 'border', routes: [{ destination: '10.99.0.0/16', nexthop: '10.60.0.9' }] });
  await again('removeInterface', { network_id });
  await again('update', { routes: [{ destination: '10.99.0.0/16', nexthop: '10.61.0.9' }] });
  await run('router', 'update', 'edge', { routes: [] });
  await make('floating_ip', 'floating', { floating_network_id: outside, description: 'of the tour' });
  await run('floating_ip', 'update', 'floating', { description: 'still of it' });
  await refused(alice.ask('floating_ip.create', null, { floating_network_id: network_id }));
  await run('floating_ip', 'delete', 'floating', {});
  await run('router', 'removeInterface', 'edge', { network_id });
  await run('router', 'update', 'edge', { external_gateway_info: null });
  await run('router', 'delete', 'edge', {});
  await run('network', 'delete', 'inner', { kind: 'private', networkId: network_id });
}
