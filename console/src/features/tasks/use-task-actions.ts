import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isCancellable } from '@gantry/contract/nouns/tasks/rules';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { no } from '@gantry/contract/wire/rule-result';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { reasonText, useFailure } from '../../app/errors/failure.ts';
import { wholeText } from '../../app/errors/whole-text.ts';
import { forgetAction } from '../../app/notify/centre.ts';
import { notify } from '../../app/notify/notices.ts';
import type { Action } from '../../ui/action/action.ts';
import { useActions, type Actions } from '../../ui/action/use-actions.tsx';
import { listFormat } from '../../ui/format.ts';
import { useUiText } from '../../ui/text.ts';
import { againBy, leftOf } from './again.ts';
import { DETAILS } from './paths.ts';
import { commandText } from './task-texts.ts';
import { RETRY, useRetry } from './use-retry.ts';

/** Names that a question tells one by one. */
const NAMED = 5;

/** What can be done to tasks: doing again what one failed at, and leaving out what it has not begun. */
export function useTaskActions(items: readonly Task[]): Actions<Task> {
  const { t, i18n } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const may = useMay();
  const repeat = useRetry();
  const refresh = useRefresh('task');
  const navigate = useNavigate();
  const cancel = useCommand(api.tasks.cancel);

  const namesOf = (task: Task): string => {
    const names = leftOf(task).map(({ name, id }) => name || (id ?? ''));
    const others = names.length - NAMED;
    const shown = others > 0 ? [...names.slice(0, NAMED), t('confirm.others', { count: others })] : names;
    return listFormat(i18n.language).format(shown);
  };
  const retry: Action<Task> = {
    id: RETRY,
    label: t('action.retry'),
    offered: true,
    rule: (task) => {
      if (!isEnded(task)) return no('retry_open');
      if (leftOf(task).length === 0) return no('retry_nothing');
      const call = againBy(task);
      return call && may(call) ? true : no('retry_unknown');
    },
    confirm: (task) => ({
      title: t('confirm.retry-title', { task: commandText(t, task.name) }),
      body: t('confirm.retry-body', { count: leftOf(task).length, names: namesOf(task) }),
      confirm: t('action.retry'),
    }),
    run: async ({ id }) => {
      const made = await repeat(id);
      forgetAction(id, RETRY);
      if (made) void navigate({ to: DETAILS, params: { taskId: made } });
    },
  };
  const stop: Action<Task> = {
    id: 'tasks.cancel',
    label: t('action.cancel'),
    offered: may(api.tasks.cancel),
    rule: isCancellable,
    confirm: ({ name, items: all }) => ({
      title: t('confirm.cancel-title', { task: commandText(t, name) }),
      body: t('confirm.cancel-body', { count: all.filter(({ state }) => state === 'starting').length }),
      confirm: t('action.cancel'),
    }),
    run: ({ id }) => cancel.mutateAsync({ params: { taskId: id } }).then(refresh),
  };
  return useActions({
    kind: 'task',
    actions: [retry, stop],
    items,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => commandText(t, name),
    reasonText: (reason) => t(`reason.${reason.code}` as 'reason.retry_open', { defaultValue: reasonText(shell, reason) }),
    describe,
    onFailure: (failure, action, name) =>
      notify({
        type: 'error',
        title: ui('actions.failed', { action: action.label, name }),
        message: wholeText(failure),
      }),
  });
}
