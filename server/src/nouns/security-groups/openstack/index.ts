import type { RowInput } from '../../../port/store/rows.ts';
import { describedAs, taggedAs } from '../../../engines/openstack/commands/task-marks.ts';
import { securityGroupCommands } from './commands.ts';
import { securityGroups as collection, type NeutronSecurityGroup } from './client.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { atEnd, members, one, text } from '../../../engines/openstack/mirror/notice.ts';
import { instant, type MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'security_group';

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

async function rowOf({ engine, directory }: MirrorContext, group: NeutronSecurityGroup): Promise<RowInput> {
  const { id, name, description, tags, project_id: projectId, security_group_rules: rules } = group;
  const domainId = await directory.domainOf(projectId);
  const document = {
    id,
    name,
    description: describedAs(description),
    tags: taggedAs(tags),
    security_group_rules: rules.toSorted(byId).map((rule) => ({
      id: rule.id,
      direction: rule.direction,
      ethertype: rule.ethertype ?? null,
      protocol: rule.protocol,
      port_range_min: rule.port_range_min ?? null,
      port_range_max: rule.port_range_max ?? null,
      remote_ip_prefix: rule.remote_ip_prefix ?? null,
      remote_group_id: rule.remote_group_id ?? null,
    })),
    created_at: instant(group.created_at),
    project_id: projectId,
    domain_id: domainId ?? '',
  };
  return { engine, kind: KIND, id, domainId, projectId, userId: null, document };
}

/** Security groups with their rules; a rule is announced by itself. */
export const securityGroups: CloudNoun = {
  strategy: ({ networks: every }) => listedStrategy({ kind: KIND, service: 'network', every, from: collection, rowOf }),
  notices: {
    security_group: atEnd(({ body }) => one(KIND, text(members(body['security_group'])['id']) ?? text(body['security_group_id']))),
    security_group_rule: atEnd(({ body }) => one(KIND, text(members(body['security_group_rule'])['security_group_id']))),
  },
  commands: securityGroupCommands,
};
