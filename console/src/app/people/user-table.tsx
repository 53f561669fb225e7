import type { User } from '@gantry/contract/nouns/users/entity';
import type { Page } from '@gantry/contract/wire/page';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import type { ApiError } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';
import { ItemLink } from '../resource/item-link.tsx';
import { useNounText } from '../resource/noun-text.ts';

interface UserTableProps {
  label: string;
  query: UseQueryResult<Page<User>, ApiError>;
  /** What is said where there is nobody. */
  empty: string;
  /** Beside name, role and state. */
  columns: readonly { label: string; menu?: true; render(user: User): ReactNode }[];
}

/** The users that belong to one thing. */
export function UserTable({ label, query: { data, error, refetch }, empty, columns }: UserTableProps) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const describe = useFailure();
  if (error && !data) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="4rem" screenreaderText={label} />;
  if (data.data.length === 0) return <p>{empty}</p>;
  const stateOf = (enabled: boolean) => t(enabled ? 'state.enabled' : 'state.disabled');
  return (
    <>
      <DataTable
        label={label}
        items={data.data}
        keyOf={({ id }) => id}
        columns={[
          {
            label: text('field.name'),
            render: ({ id, name }) => (
              <ItemLink kind="user" id={id}>
                {name}
              </ItemLink>
            ),
          },
          { label: t('field.role'), render: ({ role }) => t(`role.${role}`) },
          {
            label: t('field.state'),
            render: ({ enabled }) => <StatusLabel tone={enabled ? 'ok' : 'neutral'}>{stateOf(enabled)}</StatusLabel>,
          },
          ...columns,
        ]}
      />
      {data.marker !== undefined && <p className="gantry-subtle">{t('people.more', { count: data.data.length })}</p>}
    </>
  );
}
