import type { ApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Dash } from '../../ui/show/dash.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { useUiText } from '../../ui/text.ts';

interface CredentialTableProps {
  credentials: readonly ApplicationCredential[];
  onRevoke(credential: ApplicationCredential): void;
}

/** The credentials, each with where it is good, what it may do there and how long. */
export function CredentialTable({ credentials, onRevoke }: CredentialTableProps) {
  const { t } = useTranslation('application-credentials');
  const { t: ui } = useUiText();
  return (
    <DataTable
      label={t('menu.credentials')}
      items={credentials}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('field.name'),
          render: ({ name, description }) => (
            <>
              <bdi>{name}</bdi> {description !== null && <span className="gantry-subtle">{description}</span>}
            </>
          ),
        },
        { label: t('field.id'), render: ({ id }) => <CopyText text={id} label={t('field.id')} /> },
        { label: t('field.project'), render: ({ project_name: project }) => (project === null ? <Dash /> : <bdi>{project}</bdi>) },
        { label: t('field.access'), render: ({ access }) => t(`access.${access}`) },
        { label: t('field.roles'), render: ({ roles }) => <bdi dir="ltr">{roles.join(', ')}</bdi> },
        { label: t('field.expires'), render: ({ expires_at: at }) => (at === null ? t('never') : <Instant at={at} />) },
        {
          label: ui('table.actions'),
          menu: true,
          render: (one) => (
            <Button variant="link" isInline isDanger aria-label={t('revoke.named', { name: one.name })} onClick={() => onRevoke(one)}>
              {t('revoke.button')}
            </Button>
          ),
        },
      ]}
    />
  );
}
