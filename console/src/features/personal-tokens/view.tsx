import { PERSONAL_TOKEN_DAYS, PERSONAL_TOKENS_MAX, personalTokenCreateBody } from '@gantry/contract/nouns/session/tokens';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { api } from '../../app/api/calls.ts';
import { accessMember } from '../../parts/secrets/access-member.ts';
import { secretsPage } from '../../parts/secrets/secrets-page.tsx';
import { Ago } from '../../ui/show/instant.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The tokens of the user, each with where it works, what it may do and how long. */
export const Page = secretsPage({
  noun: 'personal-tokens',
  kind: 'personal_token',
  icon: KeyIcon,
  title: 'menu.tokens',
  name: 'tokens',
  list: api.session.tokens,
  members: [
    {
      of: 'name',
      in: ['list', 'create'],
      field: { required: true, helper: 'create.name-help' },
      render: ({ name, last_four: end }) => (
        <>
          <bdi>{name}</bdi> <code dir="ltr">…{end}</code>
        </>
      ),
    },
    {
      key: 'project',
      label: 'field.project',
      sort: 'project',
      value: ({ scope, project_name: project }, { t }) => (scope === 'project' ? project : t(`scope.${scope}`)),
    },
    accessMember,
    { of: 'expires_at', key: 'expires', label: 'field.expires', kind: 'instant', sort: 'expires' },
    {
      typed: 'expires_in_days',
      label: 'field.expires-in',
      in: ['create'],
      field: { as: 'number', unit: 'days', min: 1, max: PERSONAL_TOKEN_DAYS, required: true },
    },
    {
      of: 'last_used_at',
      key: 'used',
      label: 'field.used',
      kind: 'time',
      sort: 'used',
      value: ({ last_used_at: at }, { t }) => at ?? t('never'),
      render: ({ last_used_at: at }, { t }) => (at === null ? t('never') : <Ago at={at} />),
    },
  ],
  create: {
    call: api.session.createToken,
    schema: personalTokenCreateBody,
    empty: { name: '', access: 'read', expires_in_days: 90 },
    intro: (project, { t }) => (project ? t('create.in-project', { name: project.name }) : t('create.in-scope')),
    obstacle: (tokens, _, { t }) =>
      tokens.length >= PERSONAL_TOKENS_MAX ? t('fields.tokens_too_many', { max: PERSONAL_TOKENS_MAX }) : undefined,
  },
  revoke: api.session.deleteToken,
  placeOf: ({ id }) => ({ tokenId: id }),
  Made: SecretDialog,
});
