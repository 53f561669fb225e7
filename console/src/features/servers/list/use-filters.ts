import { SERVER_STATUSES, STATUS_WORDS, type StatusWord } from '@gantry/contract/nouns/servers/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { readOptions } from '../../../app/api/queries.ts';
import { useChoiceFilter } from '../../../app/list/use-choice-filter.ts';
import { useDomainFilter } from '../../../app/list/use-domain-filter.ts';
import { useProjectFilter } from '../../../app/list/use-project-filter.ts';
import { useScopeKey } from '../../../app/session/use-session.ts';
import type { ListFilter } from '../../../ui/list/columns.ts';
import type { ListState } from '../../../ui/list/list-state.ts';
import { statusText } from '../status.ts';
import { useMemberFilters } from '../view.tsx';

const byHost = { named: 'host', valued: 'host', optionOf: ({ host }: { host: string }) => ({ value: host, label: host }) } as const;

/** The filters of the list of servers. What they choose from is read when a filter is opened or set. */
export function useServerFilters(state: ListState): ListFilter[] {
  const { t } = useTranslation('servers');
  const scope = useScopeKey();
  const ofMembers = useMemberFilters(state);
  const host = useChoiceFilter(state, { ...byHost, key: 'host', label: t('field.host'), call: api.nodes.list });
  const domain = useDomainFilter(state, t('field.domain'));
  const project = useProjectFilter(state, t('field.project'));
  const { counts, onOpen: onStatus } = useStatusCounts();
  const may = useMay();
  const isAbove = scope === 'system' || scope.startsWith('domain:');
  return [
    { kind: 'search', key: 'search', label: t('list.search') },
    {
      kind: 'choice',
      key: 'status',
      label: t('field.status'),
      usual: true,
      words: WORDS.map((word) => ({ label: t(`word.${word}`), values: statusNames(STATUS_WORDS[word]), count: counts[word] })),
      options: statusNames(SERVER_STATUSES).map((status) => ({ value: status, label: statusText(t, status) })),
      onOpen: onStatus,
    },
    ...ofMembers,
    ...(isAbove ? project : []),
    ...(scope === 'system' ? [...(may(api.domains.list) ? [domain] : []), ...(may(api.nodes.list) ? [host] : [])] : []),
  ];
}

const WORDS = Object.keys(STATUS_WORDS) as StatusWord[];

/** How many servers each word stands for, asked for when somebody looks at them. */
function useStatusCounts(): { counts: Partial<Record<StatusWord, number>>; onOpen(): void } {
  const [enabled, setEnabled] = useState(false);
  const scope = useScopeKey();
  const counts = useQueries({
    queries: WORDS.map((word) => ({
      ...readOptions(scope, api.servers.list, {
        query: { limit: 1, with_count: true, status: `in:${statusNames(STATUS_WORDS[word]).join(',')}` },
      }),
      enabled,
    })),
  });
  return { counts: Object.fromEntries(WORDS.map((word, index) => [word, counts[index]?.data?.count])), onOpen: () => setEnabled(true) };
}
