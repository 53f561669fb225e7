import type { PersonalToken } from '@gantry/contract/nouns/session/tokens';
import { useTranslation } from 'react-i18next';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { Ago, Instant } from '../../ui/show/instant.tsx';

interface TokenTableProps {
  tokens: readonly PersonalToken[];
  /** Id of the new one. */
  marked: string | undefined;
  onRevoke(token: PersonalToken): void;
}

/** The tokens, each with where it works, what it may do and how long. */
export function TokenTable({ tokens, marked, onRevoke }: TokenTableProps) {
  const { t } = useTranslation('personal-tokens');
  return (
    <SubTable
      name="tokens"
      label={t('menu.tokens')}
      items={tokens}
      marked={marked}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      actions={plainActions((token: PersonalToken) => [
        { id: 'revoke', label: t('revoke.button'), danger: true, onSelect: () => onRevoke(token) },
      ])}
      columns={[
        {
          key: 'name',
          kind: 'name',
          sort: 'name',
          label: t('field.name'),
          value: ({ name }) => name,
          render: ({ name, last_four: end }) => (
            <>
              <bdi>{name}</bdi> <code dir="ltr">…{end}</code>
            </>
          ),
        },
        {
          key: 'project',
          sort: 'project',
          label: t('field.project'),
          value: ({ scope, project_name: project }) => (scope === 'project' ? project : t(`scope.${scope}`)),
        },
        { key: 'access', sort: 'access', label: t('field.access'), value: ({ access }) => t(`access.${access}`) },
        {
          key: 'expires',
          kind: 'instant',
          sort: 'expires',
          label: t('field.expires'),
          value: ({ expires_at: at }) => at,
          render: ({ expires_at: at }) => <Instant at={at} />,
        },
        {
          key: 'used',
          kind: 'time',
          sort: 'used',
          label: t('field.used'),
          value: ({ last_used_at: at }) => at ?? t('never'),
          render: ({ last_used_at: at }) => (at === null ? t('never') : <Ago at={at} />),
        },
      ]}
    />
  );
}
