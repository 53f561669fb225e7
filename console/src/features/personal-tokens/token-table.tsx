import type { PersonalToken } from '@gantry/contract/nouns/session/tokens';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../ui/show/dash.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Ago, Instant } from '../../ui/show/instant.tsx';
import { useUiText } from '../../ui/text.ts';

/** The tokens, each with where it works, what it may do and how long. */
export function TokenTable({ tokens, onRevoke }: { tokens: readonly PersonalToken[]; onRevoke(token: PersonalToken): void }) {
  const { t } = useTranslation('personal-tokens');
  const { t: ui } = useUiText();
  const placeOf = ({ scope, project_name: project }: PersonalToken) => {
    if (scope !== 'project') return t(`scope.${scope}`);
    return project === null ? <Dash /> : <bdi>{project}</bdi>;
  };
  return (
    <DataTable
      label={t('menu.tokens')}
      items={tokens}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('field.name'),
          render: ({ name, last_four: end }) => (
            <>
              <bdi>{name}</bdi> <code dir="ltr">…{end}</code>
            </>
          ),
        },
        { label: t('field.project'), render: placeOf },
        { label: t('field.access'), render: ({ access }) => t(`access.${access}`) },
        { label: t('field.expires'), render: ({ expires_at: at }) => <Instant at={at} /> },
        { label: t('field.used'), render: ({ last_used_at: at }) => (at === null ? t('never') : <Ago at={at} />) },
        {
          label: ui('table.actions'),
          menu: true,
          render: (token) => (
            <Button variant="link" isInline isDanger aria-label={t('revoke.named', { name: token.name })} onClick={() => onRevoke(token)}>
              {t('revoke.button')}
            </Button>
          ),
        },
      ]}
    />
  );
}
