import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useChoiceFilter } from '../../app/list/use-choice-filter.ts';
import { useProjectFilter } from '../../app/list/use-project-filter.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { ChoiceFilter, ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { OUTCOME_WORDS, OUTCOMES } from './outcome.ts';
import { commandText, COMMANDS } from './task-texts.ts';

/** The filters of the list of tasks: by project and domain for who sees several. */
export function useTaskFilters(state: ListState, rows: readonly Task[]): ListFilter[] {
  const { t, i18n } = useTranslation('tasks');
  const may = useMay();
  const scope = useScopeKey();
  const project = useProjectFilter(state, t('field.project'));
  const domain = useChoiceFilter(state, {
    key: 'domain_id',
    label: t('field.domain'),
    call: api.domains.list,
    named: 'name',
    valued: 'id',
    optionOf: ({ id, name }: { id: string; name: string }) => ({ value: id, label: name }),
  });
  return [
    { kind: 'search', key: 'object', label: t('list.by-object') },
    {
      kind: 'choice',
      key: 'state',
      label: t('field.state'),
      usual: true,
      words: OUTCOME_WORDS.map((word) => ({ label: t(`outcome.${word}`), values: OUTCOMES[word] })),
      options: TASK_STATES.map((one) => ({ value: one, label: t(`state.${one}`) })),
    },
    {
      kind: 'choice',
      key: 'name',
      label: t('field.task'),
      usual: true,
      options: COMMANDS.map((name) => ({ value: name, label: commandText(t, name) })).sort((a, b) =>
        a.label.localeCompare(b.label, i18n.language),
      ),
    },
    { kind: 'search', key: 'user', label: t('list.by-user') },
    ...(scope.startsWith('project:') ? [] : project),
    ...(scope === 'system' && may(api.domains.list) ? [domain] : []),
    ...ofOneThing(state, rows, t('field.target')),
  ];
}

/** What a link from the page of a thing sets: shown where it is, and named by the tasks that are found. */
function ofOneThing({ filters }: ListState, rows: readonly Task[], label: string): ChoiceFilter[] {
  const ids = filters['item'];
  if (ids === undefined) return [];
  const nameOf = (id: string) => rows.flatMap(({ items }) => items).find((item) => item.id === id)?.name ?? id;
  return [{ kind: 'choice', key: 'item', label, options: ids.map((id) => ({ value: id, label: nameOf(id) })) }];
}
