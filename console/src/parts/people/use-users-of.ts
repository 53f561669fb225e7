import type { User } from '@gantry/contract/nouns/users/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickOption } from '../../ui/form/pick-field.tsx';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ORDINARY_USERS } from './ordinary-users.ts';

/** Users shown to choose from; a search finds the others. */
const SHOWN = 100;

/**
 * The users of a domain, to choose from, each with the role. @param obstacleOf why one cannot be chosen @param projectId only those that this
 * project is assigned to
 */
export function useUsersOf(domainId: string, obstacleOf: (user: User) => string | undefined, projectId?: string) {
  const { t } = useTranslation('users');
  const [search, onSearch] = useState('');
  const describe = useFailure();
  const query = useList(
    api.users.list,
    {
      ...ORDINARY_USERS,
      limit: SHOWN,
      sort: 'name:asc',
      ...(search !== '' && { name: `contains:${search}` }),
      ...(projectId !== undefined && { project_id: projectId }),
    },
    { domainId },
  );
  return {
    options: query.data?.data.map((user): PickOption => ({
      id: user.id,
      name: user.name,
      cells: [t(`role.${user.role}`)],
      obstacle: obstacleOf(user),
    })),
    more: query.data?.marker !== undefined,
    failure: query.error ? describe(query.error) : undefined,
    onRetry: () => void query.refetch(),
    search,
    onSearch,
  };
}
