import { describedAs, taggedAs } from '../../../engines/openstack/commands/task-marks.ts';
import { securityGroupCommands } from './commands.ts';
import { securityGroups as collection, type NeutronSecurityGroup } from './client.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { documentBy, ofProjects, type Mapping } from '../../../engines/openstack/mirror/mapping.ts';
import { atEnd, members, one, text } from '../../../engines/openstack/mirror/notice.ts';
import { instant } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'security_group';

const RULE = {
  direction: 'direction',
  ethertype: 'ethertype',
  protocol: 'protocol',
  port_range_min: 'port_range_min',
  port_range_max: 'port_range_max',
  remote_ip_prefix: 'remote_ip_prefix',
  remote_group_id: 'remote_group_id',
} as const satisfies Mapping<NeutronSecurityGroup['security_group_rules'][number]>;

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const rowOf = ofProjects<NeutronSecurityGroup>(KIND, ({ project_id: id }) => id, {
  name: 'name',
  description: ({ description }) => describedAs(description),
  tags: ({ tags }) => taggedAs(tags),
  security_group_rules: ({ security_group_rules: rules }) => rules.toSorted(byId).map((rule) => documentBy(RULE, rule)),
  created_at: ({ created_at: at }) => instant(at),
});

/** Security groups with their rules; a rule is announced by itself. */
export const securityGroups: CloudNoun = {
  strategy: ({ networks: every }) => listedStrategy({ kind: KIND, service: 'network', every, from: collection, rowOf }),
  notices: {
    security_group: atEnd(({ body }) => one(KIND, text(members(body['security_group'])['id']) ?? text(body['security_group_id']))),
    security_group_rule: atEnd(({ body }) => one(KIND, text(members(body['security_group_rule'])['security_group_id']))),
  },
  commands: securityGroupCommands,
};
