import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { ingredients } from '../support/ingredients.ts';
import { byHand } from '../http/support/by-hand.ts';
import { life } from './support/life.ts';
import type { Specimen } from './support/specimen.ts';

const AT = '/api/v2/compute/security-groups';
const RULES = '/api/v2/compute/security-group-rules';

interface Group {
  id: string;
  name: string;
  project_id: string;
  security_group_rules: {
    id: string;
    direction: string;
    ethertype: string;
    protocol: string | null;
    port_range_min: number | null;
    remote_group_id: string | null;
  }[];
}

/** A rule of the same id as its group, so that whoever is asked for the one finds the other. */
const rule = (id: string) => ({
  id,
  direction: 'ingress',
  ethertype: 'IPv4',
  protocol: null,
  port_range_min: null,
  port_range_max: null,
  remote_ip_prefix: null,
  remote_group_id: null,
});

export const securityGroups: Specimen = {
  fuzz: { ofOwners: ['delete'] },
  calls: {
    readProject: ['list', 'read'],
    createInProject: ['create'],
    changeProject: ['update', 'delete', 'bulkDelete', 'createRule', 'addRules', 'deleteRule'],
  },
  asked: {
    createRule: {
      ready: async ({ make, name }) => ({
        body: {
          security_group_id: await make('/compute/security-groups', { name: name() }),
          direction: 'ingress',
          protocol: 'tcp',
          port_range_min: 1,
          port_range_max: 9,
        },
      }),
    },
    deleteRule: {
      async ready({ make, name, read }) {
        const id = await make('/compute/security-groups', { name: name() });
        const group = await read<{ security_group_rules: { id: string }[] }>(`/compute/security-groups/${id}`);
        return { id: group.security_group_rules[0]!.id };
      },
    },
  },
  document: (id) => ({ name: `group ${id}`, tags: [], security_group_rules: [rule(id)] }),
  life: life(
    'security groups',
    {
      calls: nouns.securityGroups.calls,
      body: (name) => ({ name }),
      owner: ['acme-member', 'acme-prod'],
      stranger: ['globex-member', 'globex-prod'],
    },
    (stage) => {
      const { done, refused, read, used, leave } = byHand(() => stage.app);
      const https = { direction: 'ingress', protocol: 'tcp', port_range_min: 443, port_range_max: 443 };
      const create = async (name: string, body: object = {}) =>
        read<Group>(stage.owner, `${AT}/${await done(stage.owner, 'POST', AT, { name, ...body })}`);
      const again = async ({ id }: { id: string }) => read<Group>(stage.owner, `${AT}/${id}`);
      const addRule = (group: { id: string }, rule: object) => done(stage.owner, 'POST', RULES, { security_group_id: group.id, ...rule });
      const refusedRule = async (group: { id: string }, rule: object) =>
        (await refused(stage.owner, 'POST', RULES, { security_group_id: group.id, direction: 'ingress', ...rule })).at(-1);
      const theDefault = async () => (await read<{ data: Group[] }>(stage.owner, `${AT}?name=default`)).data[0]!;

      it('security groups are made with their rules, read, changed and deleted at the printed address [api.security-groups, sg.fields]', async () => {
        const made = await create('printed', { description: 'for the shop', security_group_rules: [https] });
        expect(made).toMatchObject({ name: 'printed', description: 'for the shop', project_id: expect.any(String) as string });
        expect(made).toHaveProperty('domain_id', expect.any(String));
        // All may leave; only what the rule says may enter.
        expect(made.security_group_rules).toMatchObject([
          { direction: 'egress', ethertype: 'IPv4', protocol: null },
          { direction: 'egress', ethertype: 'IPv6', protocol: null },
          { ...https, ethertype: 'IPv4', remote_ip_prefix: null, remote_group_id: null },
        ]);
        await done(stage.owner, 'PATCH', `${AT}/${made.id}`, { name: 'renamed', description: '' });
        expect(await again(made)).toMatchObject({ name: 'renamed', description: null });
        await done(stage.owner, 'DELETE', `${AT}/${made.id}`);
        expect((await stage.owner.raw('GET', `${AT}/${made.id}`)).status).toBe(404);
      });

      it('security groups get rules, and lose them [api.sg-rules-post, api.sg-rules-delete]', async () => {
        const group = await create('ruled');
        const ping = { direction: 'ingress', protocol: '1', port_range_min: 8, port_range_max: 0, remote_ip_prefix: '10.0.0.5/8' };
        expect(await addRule(group, ping)).toBe(group.id);
        const rule = (await again(group)).security_group_rules.at(-1)!;
        expect(rule).toMatchObject({ ...ping, protocol: 'icmp', ethertype: 'IPv4', remote_ip_prefix: '10.0.0.0/8' });
        await addRule(group, { direction: 'egress', remote_ip_prefix: 'fd00::/8' });
        expect((await again(group)).security_group_rules.at(-1)).toMatchObject({ ethertype: 'IPv6', remote_ip_prefix: 'fd00::/8' });
        expect(await refused(stage.stranger, 'DELETE', `${RULES}/${rule.id}/`)).toEqual([404, 'not_found', null]);
        await done(stage.owner, 'DELETE', `${RULES}/${rule.id}/`);
        expect((await again(group)).security_group_rules.map(({ id }) => id)).not.toContain(rule.id);
        expect(await refused(stage.owner, 'DELETE', `${RULES}/${rule.id}/`)).toEqual([404, 'not_found', null]);
      });

      it('security groups take no rule twice, and none whose members do not go together', async () => {
        const group = await create('strict', { security_group_rules: [https] });
        expect(await refusedRule(group, { ...https, protocol: '6', ethertype: 'IPv4' })).toBe('direction: rule_exists');
        expect(await refusedRule(group, { direction: 'egress' })).toBe('direction: rule_exists');
        const twice = { name: 'twice', security_group_rules: [https, https] };
        expect((await refused(stage.owner, 'POST', AT, twice)).at(-1)).toBe('security_group_rules.1: rule_exists');
        expect(await refusedRule(group, { remote_ip_prefix: '10.0.0.0/8', remote_group_id: group.id })).toBe(
          'remote_group_id: one_of_both',
        );
        expect(await refusedRule(group, { ethertype: 'IPv6', remote_ip_prefix: '10.0.0.0/8' })).toBe('remote_ip_prefix: other_ip_version');
        expect(await refusedRule(group, { protocol: 'ipv6-icmp' })).toBe('protocol: protocol_other_version');
        expect(await refusedRule(group, { protocol: 'http' })).toBe('protocol: ip_protocol');
        // Of a member that is wrong itself nothing else is said, nor of what goes with it.
        expect(await refusedRule(group, { remote_ip_prefix: '10.1.2.3/33' })).toBe('remote_ip_prefix: cidr');
        expect(await refusedRule(group, { protocol: 'tpc', port_range_min: 80, port_range_max: 80 })).toBe('protocol: ip_protocol');
        expect(await refusedRule(group, { protocol: 'tcp', port_range_min: 80, port_range_max: -1 })).toBe('port_range_max: too_small');
        expect(await refusedRule(group, { port_range_min: 80, port_range_max: 80 })).toBe('port_range_min: ports_unknown');
        expect(await refusedRule(group, { protocol: 'udp', port_range_min: 80 })).toBe('port_range_max: required');
        expect(await refusedRule(group, { protocol: 'udp', port_range_min: 81, port_range_max: 80 })).toBe('port_range_max: port_order');
        expect(await refusedRule(group, { protocol: 'icmp', port_range_max: 3 })).toBe('port_range_min: icmp_type_missing');
        expect(await refusedRule(group, { protocol: 'icmp', port_range_min: 256 })).toBe('port_range_min: icmp_number');
      });

      it('security groups get several rules at once, all or none, and skip those that they have, which the task names', async () => {
        const group = await create('several', { security_group_rules: [https] });
        const at = `${AT}/${group.id}/rules`;
        const add = async (rules: object[]) =>
          (await stage.owner.raw('POST', at, { body: { security_group_rules: rules } })).json as object;
        const refusal = (rules: object[]) => refused(stage.owner, 'POST', at, { security_group_rules: rules });
        const inbound = async () =>
          (await again(group)).security_group_rules.slice(2).map((rule) => `${rule.ethertype} ${rule.port_range_min}`);
        const tcp = (port: number, more: object = {}) => ({ ...https, port_range_min: port, port_range_max: port, ...more });
        const wanted = [tcp(443, { protocol: '6' }), tcp(443, { ethertype: 'IPv6' }), tcp(80)];
        const before = await used(stage.owner, group.project_id, 'security_group_rules');
        const { task_id: task } = (await add(wanted)) as { task_id: string };
        expect(await stage.app.ended(stage.owner, task)).toMatchObject({ state: 'success', result: { id: group.id, skipped: [https] } });
        const three = ['IPv4 443', 'IPv6 443', 'IPv4 80'];
        expect(await inbound()).toEqual(three);
        expect(await used(stage.owner, group.project_id, 'security_group_rules')).toBe(before + 2);
        // Sent twice they are there once.
        await done(stage.owner, 'POST', at, { security_group_rules: wanted });
        expect(await inbound()).toEqual(three);
        expect((await refusal([tcp(22), tcp(23, { port_range_max: 21 })])).at(-1)).toBe(
          'security_group_rules.1.port_range_max: port_order',
        );
        expect((await refusal([tcp(22), tcp(22, { protocol: '6' })])).at(-1)).toBe('security_group_rules: duplicates');
        expect((await refusal(Array.from({ length: 21 }, (_, port) => tcp(port + 1)))).at(-1)).toBe('security_group_rules: too_many');
        await leave(group.project_id, 'security_group_rules', 1);
        expect((await refusal([tcp(22), tcp(22, { ethertype: 'IPv6' })])).slice(0, 2)).toEqual([409, 'quota_exceeded']);
        expect(await inbound()).toEqual(three);
        await leave(group.project_id, 'security_group_rules', 100);
      });

      it('security groups name groups of their own project only, and forget one that is deleted', async () => {
        const [one, other] = [await create('backend'), await create('frontend')];
        const foreign = (await read<{ data: Group[] }>(stage.stranger, AT)).data[0]!;
        expect(await refusedRule(one, { remote_group_id: foreign.id })).toBe('remote_group_id: unknown_id');
        await addRule(one, { ...https, remote_group_id: other.id });
        expect((await again(one)).security_group_rules.at(-1)).toMatchObject({ remote_group_id: other.id, remote_group_name: 'frontend' });
        const before = await used(stage.owner, one.project_id, 'security_group_rules');
        await done(stage.owner, 'DELETE', `${AT}/${other.id}`);
        expect((await again(one)).security_group_rules.filter(({ remote_group_id: id }) => id !== null)).toEqual([]);
        // The two rules of each new group, and the one that named it.
        expect(await used(stage.owner, one.project_id, 'security_group_rules')).toBe(before - 3);
      });

      it('security groups called default keep their name and are never deleted; no other one is called so [sg.default-undeletable]', async () => {
        const { id } = await theDefault();
        expect(await refused(stage.owner, 'DELETE', `${AT}/${id}`)).toEqual([409, 'state_conflict', 'security_group_default']);
        expect(await refused(stage.owner, 'PATCH', `${AT}/${id}`, { name: 'mine' })).toEqual([
          409,
          'state_conflict',
          'security_group_default_name',
        ]);
        await done(stage.owner, 'PATCH', `${AT}/${id}`, { description: 'of all' });
        expect((await refused(stage.owner, 'POST', AT, { name: 'default' })).at(-1)).toBe('name: default_group_name');
      });

      it('security groups that belong to the platform are not deleted [sg.system-undeletable]', async () => {
        const { id } = await create('balancer');
        const row = (await stage.app.store.read.get({ engine: 'embedded', kind: 'security_group', id }))!;
        await stage.app.store.transaction((writer) => writer.put({ ...row, document: { ...row.document, tags: ['hci.system'] } }));
        expect(await refused(stage.owner, 'DELETE', `${AT}/${id}`)).toEqual([409, 'state_conflict', 'security_group_system']);
        expect((await stage.owner.raw('GET', `${AT}/${id}`)).status).toBe(200);
      });

      it('security groups are not deleted while an interface of a server has them', async () => {
        const { id } = await create('worn');
        const { network_ids: [network] = [], ...machine } = await ingredients(stage.owner);
        const interfaces = [{ network_id: network, security_group_ids: [id] }];
        const server = await done(stage.owner, 'POST', '/api/v2/compute/servers', { name: 'wearer', ...machine, interfaces });
        expect(await refused(stage.owner, 'DELETE', `${AT}/${id}`)).toEqual([409, 'state_conflict', 'still_used_by_server']);
        await done(stage.owner, 'DELETE', `/api/v2/compute/servers/${server}`);
        await done(stage.owner, 'DELETE', `${AT}/${id}`);
      });

      it('security groups count in two quotas with their rules, until they are gone', async () => {
        const group = await create('counted', { security_group_rules: [https] });
        const now = async () => [
          await used(stage.owner, group.project_id, 'security_groups'),
          await used(stage.owner, group.project_id, 'security_group_rules'),
        ];
        const [groups, rules] = await now();
        await leave(group.project_id, 'security_group_rules', 1);
        await addRule(group, { direction: 'ingress' });
        expect(await now()).toEqual([groups, rules! + 1]);
        const more = { security_group_id: group.id, direction: 'ingress', ethertype: 'IPv6' };
        expect((await refused(stage.owner, 'POST', RULES, more)).slice(0, 2)).toEqual([409, 'quota_exceeded']);
        await leave(group.project_id, 'security_groups', 0);
        expect((await refused(stage.owner, 'POST', AT, { name: 'one more' })).slice(0, 2)).toEqual([409, 'quota_exceeded']);
        await done(stage.owner, 'DELETE', `${AT}/${group.id}`);
        expect(await now()).toEqual([groups! - 1, rules! + 1 - 4]);
      });
    },
  ),
};
