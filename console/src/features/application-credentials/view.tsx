import { applicationCredentialCreateBody, CREDENTIAL_DAYS } from '@gantry/contract/nouns/session/application-credentials';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { api } from '../../app/api/calls.ts';
import { accessMember } from '../../parts/secrets/access-member.ts';
import { secretsPage } from '../../parts/secrets/secrets-page.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The application credentials of the user, each with where it is good, what it may do there and how long. */
export const Page = secretsPage({
  noun: 'application-credentials',
  kind: 'application_credential',
  icon: KeyIcon,
  title: 'menu.credentials',
  name: 'credentials',
  list: api.session.credentials,
  members: [
    {
      of: 'name',
      in: ['list', 'create'],
      field: { required: true, helper: 'create.name-help' },
      render: ({ name, description }) => (
        <>
          <bdi>{name}</bdi> {description !== null && <span className="gantry-subtle">{description}</span>}
        </>
      ),
    },
    { of: 'description', in: ['create'] },
    { of: 'id', kind: 'id', render: ({ id }, { t }) => <CopyText text={id} label={t('field.id')} /> },
    { of: 'project_name', key: 'project', label: 'field.project', sort: 'project' },
    accessMember,
    { of: 'roles' },
    {
      of: 'expires_at',
      key: 'expires',
      label: 'field.expires',
      kind: 'instant',
      sort: 'expires',
      value: ({ expires_at: at }, { t }) => at ?? t('never'),
      render: ({ expires_at: at }, { t }) => (at === null ? t('never') : <Instant at={at} />),
    },
    {
      typed: 'expires_in_days',
      label: 'field.expires-in',
      in: ['create'],
      field: { as: 'number', helper: 'create.expires-help', unit: 'days', min: 1, max: CREDENTIAL_DAYS },
    },
  ],
  create: {
    call: api.session.createCredential,
    schema: applicationCredentialCreateBody,
    empty: { name: '', description: '', access: 'full', expires_in_days: 90 },
    intro: (project, { t }) => t('create.in-project', { name: project?.name ?? '' }),
    obstacle: (_, project, { t }) => (project ? undefined : t('create.no-project')),
  },
  revoke: api.session.deleteCredential,
  placeOf: ({ id }) => ({ credentialId: id }),
  Made: SecretDialog,
});
