import { randomUUID } from 'node:crypto';
import type { RuleCreate, RuleWanted, SecurityGroupCreate, SecurityGroupUpdate } from '@gantry/contract/nouns/security-groups/bodies';
import { securityGroupKind, type SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { isGroupChangeable, isGroupDeletable, ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { CommandContext, Engine } from '../../../port/engine.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { SecurityGroupDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, kept, type NounParts } from '../../../engines/embedded/platform/kept.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { releaseQuota, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { groupsSeen, invalid } from '../../../engines/embedded/platform/seen.ts';
import { openRule, ruleOf } from './rules.ts';

const PAGE = 200;

/** A new rule of a group. Throws validation_failed where the caller does not see the group that it names. */
async function newRule(
  platform: Platform,
  { actor }: CommandContext,
  { wanted, projectId, at = '' }: { wanted: RuleWanted; projectId: string; at?: string },
): Promise<SecurityGroupRule> {
  const { remote_group_id: remote } = wanted;
  await groupsSeen(platform, remote === undefined ? [] : [remote], { actor, projectId }, `${at}remote_group_id`);
  return ruleOf(wanted);
}

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
  const { commands, lastings } = kept<'security_group', SecurityGroupCreate, SecurityGroupUpdate>(platform, {
    kind: securityGroupKind,
    of: 'project',
    makes: {
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
  return { commands: { ...commands, ...ruleCommands(platform) }, lastings };
}

/** What is done with the rules of a group, which stand in its document. */
function ruleCommands(platform: Platform): Engine['commands'] {
  const put = (writer: Writer, group: SecurityGroupDocument, rules: SecurityGroupRule[]) =>
    putOwned(platform, writer, 'security_group', { ...group, security_group_rules: rules });
  return {
    'security_group.createRule': doneAtOnce<RuleCreate>(platform, async (writer, { context, id, body }) => {
      const group = await documentFor({ platform, writer }, 'security_group', id);
      const { security_group_id: _group, ...wanted } = body;
      const { project_id: projectId, security_group_rules: beside } = group;
      const rule = await newRule(platform, context, { wanted, projectId });
      if (beside.some((one) => ruleKey(one) === ruleKey(rule))) throw invalid('direction', { code: 'rule_exists' });
      await reserveQuota(platform, writer, projectId, { security_group_rules: 1 });
      await put(writer, group, [...beside, rule]);
      return group.id;
    }),
    'security_group.deleteRule': doneAtOnce<{ ruleId: string }>(platform, async (writer, { id, body, again }) => {
      const group = id === null ? undefined : await platform.document(writer, 'security_group', id);
      const rules = group?.security_group_rules.filter((rule) => rule.id !== body.ruleId);
      const isGone = rules === undefined || rules.length === group?.security_group_rules.length;
      // One that is gone when a crash has been survived is what the task was for.
      if (again && isGone && id !== null) return id;
      if (!group || isGone) throw new GantryError('not_found');
      await releaseQuota(platform, writer, group.project_id, { security_group_rules: 1 });
      await put(writer, group, rules);
      return group.id;
    }),
  };
}
