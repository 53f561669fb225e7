import type { User } from '@gantry/contract/nouns/users/entity';
import { enabledStatusOf, type EnabledStatus } from '@gantry/contract/wire/statuses';
import type { Page } from '@gantry/contract/wire/page';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../app/api/errors.ts';
import type { Column } from '../../ui/list/columns.ts';
import { linkColumn, SubList, type SubTableProps } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { EnabledLabel } from '../../app/resource/status.tsx';

interface UserTableProps {
  label: string;
  query: UseQueryResult<Page<User>, ApiError>;
  /** What is said where there is nobody. */
  empty: string;
  /** Beside name, role and state. */
  columns: readonly Column<User>[];
  actions?: SubTableProps<User>['actions'];
  tools?: ReactNode;
}

/** The users that belong to one thing. */
export function UserTable({ columns, ...list }: UserTableProps) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const word = (status: EnabledStatus) => t(`state.${status}`);
  return (
    <SubList
      name="users"
      {...list}
      idOf={({ id }) => id}
      nameOf={({ id, name }) => name || id}
      more={(count) => t('people.more', { count })}
      columns={[
        linkColumn(text('field.name'), () => 'user'),
        { key: 'role', sort: 'role', label: t('field.role'), value: ({ role }) => t(`role.${role}`) },
        {
          key: 'state',
          kind: 'status',
          sort: 'state',
          label: text('field.status'),
          value: ({ enabled }) => word(enabledStatusOf(enabled)),
          render: ({ enabled }) => <EnabledLabel enabled={enabled} word={word} />,
        },
        ...columns,
      ]}
    />
  );
}
