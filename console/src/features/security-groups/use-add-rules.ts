import { rulesAdded, type RuleAdd } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { waitForTask } from '../../app/api/wait-for-task.ts';
import { notify } from '../../app/notify/notices.ts';
import { listFormat } from '../../ui/format.ts';
import { asRule } from './rule-draft.ts';
import { useRuleNames } from './rule-names.ts';

/** Adds rules to a group, and names those that it had when they were added. */
export function useAddRules(group: Pick<SecurityGroup, 'id' | 'name'>) {
  const { t, i18n } = useTranslation('security-groups');
  const names = useRuleNames();
  const command = useCommand(api.securityGroups.addRules);
  const nameSkipped = async (taskId: string) => {
    const { data } = rulesAdded.safeParse((await waitForTask(taskId)).result);
    const skipped = data?.skipped ?? [];
    if (skipped.length === 0) return;
    notify({
      type: 'info',
      title: t('skipped.title', { name: group.name, count: skipped.length }),
      message: listFormat(i18n.language, { type: 'conjunction' }).format(skipped.map((rule) => names.name(asRule(rule)))),
    });
  };
  return async (body: RuleAdd) => {
    const answer = await command.mutateAsync({ params: { groupId: group.id }, body });
    // A task that fails tells it by a notice of its own.
    nameSkipped(answer.task_id).catch((error: unknown) => console.warn('Which rules were skipped is not known', error));
    return answer;
  };
}
