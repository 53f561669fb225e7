import { randomUUID } from 'node:crypto';
import type { SecurityGroupCreate, SecurityGroupUpdate } from '@gantry/contract/nouns/security-groups/bodies';
import { securityGroupKind } from '@gantry/contract/nouns/security-groups/entity';
import { isGroupChangeable, isGroupDeletable } from '@gantry/contract/nouns/security-groups/rules';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { SecurityGroupDocument } from '../../../engines/embedded/platform/documents.ts';
import { lifecycle, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { releaseQuota } from '../../../engines/embedded/platform/quotas.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { newRule, ruleCommands } from './rule-commands.ts';
import { openRule } from './rules.ts';

const PAGE = 200;

/** Rules that name a group that is gone go with it. */
async function forget(platform: Platform, writer: Writer, { id, project_id: projectId }: SecurityGroupDocument): Promise<void> {
  let marker: string | undefined;
  do {
    const page = await platform.store.read.list({
      kind: securityGroupKind,
      visibility: EVERYTHING,
      filters: { remote_group: { operator: 'is', values: [id] } },
      sort: { key: 'name', descending: false },
      limit: PAGE,
      marker,
    });
    for (const row of page.rows.filter((one) => one.id !== id)) {
      const group = row.document;
      const rules = group.security_group_rules.filter((rule) => rule.remote_group_id !== id);
      await releaseQuota(platform, writer, projectId, { security_group_rules: group.security_group_rules.length - rules.length });
      await putOwned(platform, writer, 'security_group', { ...group, security_group_rules: rules });
    }
    marker = page.marker;
  } while (marker !== undefined);
}

/** What is done with security groups and their rules, all of it at once. */
export function securityGroups(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'security_group', SecurityGroupCreate, SecurityGroupUpdate>(platform, {
    kind: securityGroupKind,
    of: 'project',
    creators: {
      create: async ({ context, body }, { id, created_at, project_id, domain_id }) => {
        const rules = ['IPv4', 'IPv6'].map((type) => openRule(randomUUID(), 'egress', type));
        for (const [place, wanted] of (body.security_group_rules ?? []).entries())
          rules.push(await newRule(platform, context, { wanted, projectId: project_id, at: `security_group_rules.${place}.` }));
        return {
          id,
          name: body.name,
          description: body.description || null,
          tags: [],
          security_group_rules: rules,
          created_at,
          project_id,
          domain_id,
        };
      },
    },
    change: (group, { body: { name = group.name, description } }) => ({
      ...group,
      name,
      description: description === undefined ? group.description : description || null,
    }),
    mayChange: isGroupChangeable,
    mayDelete: (group) => isGroupDeletable(group),
    closed: forget,
  });
  return { commands: { ...commands, ...ruleCommands(platform) }, asyncOperations };
}
