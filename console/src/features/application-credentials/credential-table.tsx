import type { ApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { useTranslation } from 'react-i18next';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Instant } from '../../ui/show/instant.tsx';

interface CredentialTableProps {
  credentials: readonly ApplicationCredential[];
  /** Id of the new one. */
  marked: string | undefined;
  onRevoke(credential: ApplicationCredential): void;
}

/** The credentials, each with where it is good, what it may do there and how long. */
export function CredentialTable({ credentials, marked, onRevoke }: CredentialTableProps) {
  const { t } = useTranslation('application-credentials');
  return (
    <SubTable
      name="credentials"
      label={t('menu.credentials')}
      items={credentials}
      marked={marked}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      actions={plainActions((one: ApplicationCredential) => [
        { id: 'revoke', label: t('revoke.button'), danger: true, onSelect: () => onRevoke(one) },
      ])}
      columns={[
        {
          key: 'name',
          kind: 'name',
          sort: 'name',
          label: t('field.name'),
          value: ({ name }) => name,
          render: ({ name, description }) => (
            <>
              <bdi>{name}</bdi> {description !== null && <span className="gantry-subtle">{description}</span>}
            </>
          ),
        },
        {
          key: 'id',
          kind: 'id',
          label: t('field.id'),
          value: ({ id }) => id,
          render: ({ id }) => <CopyText text={id} label={t('field.id')} />,
        },
        { key: 'project', sort: 'project', label: t('field.project'), value: ({ project_name: project }) => project },
        { key: 'access', sort: 'access', label: t('field.access'), value: ({ access }) => t(`access.${access}`) },
        { key: 'roles', label: t('field.roles'), value: ({ roles }) => roles.join(', ') },
        {
          key: 'expires',
          kind: 'instant',
          sort: 'expires',
          label: t('field.expires'),
          value: ({ expires_at: at }) => at ?? t('never'),
          render: ({ expires_at: at }) => (at === null ? t('never') : <Instant at={at} />),
        },
      ]}
    />
  );
}
