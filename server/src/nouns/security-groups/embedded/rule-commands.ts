/** What is done with the rules of a group, which stand in its document. */
import type { RuleAdd, RuleCreate, RuleWanted } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { comparedRules, ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { acceptAnew, doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { SecurityGroupDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { releaseQuota, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { groupsReferenced, invalid } from '../../../engines/embedded/platform/references.ts';
import type { CommandContext, Engine } from '../../../port/engine.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { ruleOf } from './rules.ts';

/** A new rule of a group. Throws validation_failed where the caller does not see the group that it names. */
export async function newRule(
  platform: Platform,
  { actor }: CommandContext,
  { wanted, projectId, at = '' }: { wanted: RuleWanted; projectId: string; at?: string },
): Promise<SecurityGroupRule> {
  const { remote_group_id: remote } = wanted;
  await groupsReferenced(platform, remote === undefined ? [] : [remote], { actor, projectId }, `${at}remote_group_id`);
  return ruleOf(wanted);
}

/** Adding and deleting rules: at once, and in one transaction. */
export function ruleCommands(platform: Platform): Engine['commands'] {
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
    'security_group.addRules': acceptAnew<RuleAdd>(platform, async (writer, { context, id, body: { security_group_rules: wanted } }) => {
      const group = await documentFor({ platform, writer }, 'security_group', id);
      const { project_id: projectId, security_group_rules: existing } = group;
      const rules: SecurityGroupRule[] = [];
      for (const [place, rule] of wanted.entries())
        rules.push(await newRule(platform, context, { wanted: rule, projectId, at: `security_group_rules.${place}.` }));
      const { missing } = comparedRules(existing, rules);
      const { skipped } = comparedRules(existing, wanted);
      if (missing.length > 0) {
        await reserveQuota(platform, writer, projectId, { security_group_rules: missing.length });
        await put(writer, group, [...existing, ...missing]);
      }
      return { id: group.id, done: true, report: { skipped } };
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
