import { SERVER_STATUSES, SERVER_TASK_STATES, STATUS_WORDS, type StatusWord } from '@gantry/contract/nouns/servers/statuses';
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
import { statusText, taskText } from '../status.ts';
import type { View } from './columns.tsx';

const byId = {
  named: 'name',
  valued: 'id',
  optionOf: ({ id, name }: { id: string; name: string }) => ({ value: id, label: name }),
} as const;
const byHost = { named: 'host', valued: 'host', optionOf: ({ host }: { host: string }) => ({ value: host, label: host }) } as const;

/** The filters of the list of servers. What they choose from is read when a filter is opened or set. */
export function useServerFilters(state: ListState, view: View): ListFilter[] {
  const { t } = useTranslation('servers');
  const flavor = useChoiceFilter(state, { ...byId, key: 'flavor', label: t('field.flavor'), call: api.flavors.list });
  const image = useChoiceFilter(state, { ...byId, key: 'image', label: t('field.image'), call: api.images.list });
  const network = useChoiceFilter(state, { ...byId, key: 'network', label: t('field.network'), call: api.networks.list });
  const group = useChoiceFilter(state, { ...byId, key: 'security_group', label: t('networks.groups'), call: api.securityGroups.list });
  const placement = useChoiceFilter(state, { ...byId, key: 'placement', label: t('title.placement'), call: api.traits.list });
  const host = useChoiceFilter(state, { ...byHost, key: 'host', label: t('field.host'), call: api.nodes.list });
  const domain = useDomainFilter(state, t('field.domain'));
  const { counts, onOpen: onStatus } = useStatusCounts();
  const may = useMay();
  const project = useProjectFilter(state, t('field.project'));
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
    {
      kind: 'choice',
      key: 'task_state',
      label: t('field.task'),
      options: SERVER_TASK_STATES.map((task) => ({ value: task, label: taskText(t, task) })),
    },
    flavor,
    image,
    { ...network, usual: true },
    group,
    placement,
    ...(['name', 'addresses', 'id'] as const).map((key) => ({
      kind: 'search' as const,
      key: key === 'addresses' ? 'address' : key,
      label: t(`field.${key}`),
    })),
    ...(view === 'project' ? [] : project),
    ...(view === 'system' ? [...(may(api.domains.list) ? [domain] : []), ...(may(api.nodes.list) ? [host] : [])] : []),
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
