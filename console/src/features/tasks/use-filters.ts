import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { TASK_STATES, type TaskState } from '@gantry/contract/nouns/tasks/states';
import { statusNames } from '@gantry/contract/wire/statuses';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useDomainFilter } from '../../app/list/use-domain-filter.ts';
import { useProjectFilter } from '../../app/list/use-project-filter.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { ChoiceFilter, ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useNow } from '../../ui/use-now.ts';
import { dayOptions } from './days.ts';
import { OUTCOME_WORDS, outcomeOf, OUTCOMES, type Outcome } from './outcome.ts';
import { commandText, COMMANDS } from './task-texts.ts';

/** What a task may have begun within. */
const PERIODS = ['1h', '24h', '7d', '30d'] as const;

/** The filters of the list of tasks: by project and domain for who sees several. */
export function useTaskFilters(state: ListState, rows: readonly Task[]): ListFilter[] {
  const { t, i18n } = useTranslation('tasks');
  const may = useMay();
  const scope = useScopeKey();
  const project = useProjectFilter(state, t('field.project'));
  const domain = useDomainFilter(state, t('field.domain'));
  const { counts, onOpen: onState } = useOutcomeCounts();
  const now = useNow();
  return [
    { kind: 'search', key: 'object', label: t('list.by-object') },
    {
      kind: 'choice',
      key: 'state',
      label: t('field.status'),
      usual: true,
      words: OUTCOME_WORDS.map((word) => ({ label: t(`outcome.${word}`), values: OUTCOMES[word], count: counts[word] })),
      options: singly(state.filters['state'] ?? []).map((one) => ({ value: one, label: t(`state.${one}`) })),
      onOpen: onState,
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
    {
      kind: 'choice',
      key: 'since',
      label: t('field.started'),
      usual: true,
      options: [
        ...dayOptions(t, i18n.language, now, state.filters['since'] ?? []),
        ...PERIODS.map((value) => ({ value, label: t(`since.${value}`) })),
      ],
    },
    { kind: 'search', key: 'user', label: t('field.user') },
    ...(scope.startsWith('project:') ? [] : project),
    ...(scope === 'system' && may(api.domains.list) ? [domain] : []),
    ...itemFilter(state, rows, t('field.target')),
  ];
}

/** States that an address names and of whose word it does not name all: the words stand for the others. */
const singly = (chosen: readonly string[]): TaskState[] => {
  const whole = OUTCOME_WORDS.filter((word) => OUTCOMES[word].every((one) => chosen.includes(one)));
  return statusNames(TASK_STATES).filter((one) => chosen.includes(one) && !whole.includes(outcomeOf(one)));
};

/** How many tasks each word stands for, asked for when somebody looks at them. */
function useOutcomeCounts(): { counts: Partial<Record<Outcome, number>>; onOpen(): void } {
  const [enabled, setEnabled] = useState(false);
  const scope = useScopeKey();
  const counts = useQueries({
    queries: OUTCOME_WORDS.map((word) => ({
      ...readOptions(scope, api.tasks.list, { query: { limit: 1, with_count: true, state: `in:${OUTCOMES[word].join(',')}` } }),
      enabled,
    })),
  });
  return {
    counts: Object.fromEntries(OUTCOME_WORDS.map((word, index) => [word, counts[index]?.data?.count])),
    onOpen: () => setEnabled(true),
  };
}

/** What a link from the page of a thing sets: shown where it is, and named by the tasks that are found. */
function itemFilter({ filters }: ListState, rows: readonly Task[], label: string): ChoiceFilter[] {
  const ids = filters['item'];
  if (ids === undefined) return [];
  const nameOf = (id: string) => rows.flatMap(({ items }) => items).find((item) => item.id === id)?.name ?? id;
  return [{ kind: 'choice', key: 'item', label, options: ids.map((id) => ({ value: id, label: nameOf(id) })) }];
}
