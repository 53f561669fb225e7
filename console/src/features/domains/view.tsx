import { DEFAULT_DOMAIN } from '@gantry/contract/constants';
import { isDomainDeletable, isDomainEditable, type Domain } from '@gantry/contract/nouns/domains/entity';
import RhUiTenantFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-tenant-fill-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCopyAction } from '../../app/resource/use-copy-action.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { createdBy } from '../../parts/people/created-by.tsx';
import type { Action } from '../../ui/action/action.ts';
import { LoginLink } from './login-link.tsx';
import { section } from './section.ts';
import { DomainTabs } from './tabs.tsx';
import { useLoginLink } from './use-login-link.ts';

/** The actions with the one that copies the address where the users of a domain sign in, after the first. */
function useWithLink(actions: readonly Action<Domain>[]): readonly Action<Domain>[] {
  const { t } = useTranslation('domains');
  const linkOf = useLoginLink();
  const copy = useCopyAction<Domain>('domains', t('login-link'), (domain) => linkOf(domain) ?? '');
  return actions.toSpliced(1, 0, copy);
}

/** The domains of the installation; users, groups and projects are made in one afterwards. */
export const view = viewOf(section, {
  icon: RhUiTenantFillIcon,
  members: [
    { of: 'name', in: ['create', 'edit'], field: { required: true } },
    { of: 'enabled', key: 'state', label: 'field.status', kind: 'enabled' },
    { of: 'projects_count', key: 'projects', label: 'users:field.projects', kind: 'number' },
    { of: 'description', in: ['list', 'details', 'create', 'edit'] },
    { of: 'enabled', label: 'users:state.enabled', kind: 'enabled', in: ['create'] },
    { key: 'login', label: 'login-link', in: ['details'], value: () => null, details: (domain) => <LoginLink domain={domain} /> },
    {
      key: 'protected',
      label: 'protected.label',
      in: ['details'],
      value: ({ id }, { t }) => (id === DEFAULT_DOMAIN.id ? t('protected.text') : null),
    },
    createdBy('domains.create'),
    common.id,
  ],
  create: async () => {
    const { domainCreateBody: schema } = await import('@gantry/contract/nouns/domains/calls');
    return { schema, empty: { name: '', description: '', enabled: true } };
  },
  edit: {
    call: api.domains.update,
    form: () => import('@gantry/contract/nouns/domains/calls').then(({ domainUpdateBody: schema }) => ({ schema })),
  },
  actions: [
    'edit',
    {
      call: api.domains.setQuotas,
      id: 'domains.quotas',
      label: 'projects:action.quotas',
      dialog: () => import('./quotas-dialog.tsx').then(({ QuotasDialog }) => QuotasDialog),
    },
    {
      call: api.domains.update,
      id: 'domains.enable',
      label: 'users:action.enable',
      fits: ({ enabled }) => !enabled,
      body: () => ({ enabled: true }),
    },
    {
      call: api.domains.update,
      id: 'domains.disable',
      label: 'users:action.disable',
      fits: ({ enabled }) => enabled,
      rule: (domain) => isDomainEditable(domain, { enabled: false }),
      body: () => ({ enabled: false }),
      confirm: ({ name }, { t, say }) => ({ title: say('users:disable.title', { name }), body: t('disable-body') }),
    },
  ],
  useActions: useWithLink,
  // Users and groups go with a domain (decision G26): its name is typed before.
  deletable: { rule: isDomainDeletable, loses: () => true },
  shape: { tabs: 5 },
  body: (domain, properties) => <DomainTabs domain={domain} properties={properties} />,
});
