import { isDomainEditable, type Domain } from '@gantry/contract/nouns/domains/entity';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useCopyAction } from '../../app/resource/use-copy-action.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';
import { useLoginLink } from './use-login-link.ts';

/** What can be done to domains beside deleting them. */
export function useDomainActions(): Action<Domain>[] {
  const { t } = useTranslation('domains');
  const { t: users } = useTranslation('users');
  const { t: quotas } = useTranslation('projects');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('domain');
  const linkOf = useLoginLink();
  const edit = useEditAction<Domain>(
    'domains',
    api.domains.update,
    () => true,
    () => import('./edit-dialog.ts').then(({ EditDialog }) => EditDialog),
  );
  const copyLink = useCopyAction<Domain>('domains', t('login-link'), (domain) => linkOf(domain) ?? '');
  const put = ({ id }: Domain, enabled: boolean) => send(api.domains.update, { params: { domainId: id }, body: { enabled } }).then(refresh);
  const [enable, disable] = [users('action.enable'), users('action.disable')];
  return [
    edit,
    copyLink,
    {
      id: 'domains.quotas',
      label: quotas('action.quotas'),
      offered: may(api.domains.setQuotas),
      rule: () => true,
      dialog: () => import('./quotas-dialog.tsx').then(({ QuotasDialog }) => QuotasDialog),
    },
    {
      id: 'domains.enable',
      label: enable,
      offered: may(api.domains.update),
      fits: ({ enabled }) => !enabled,
      rule: () => true,
      run: (domain) => put(domain, true),
    },
    {
      id: 'domains.disable',
      label: disable,
      offered: may(api.domains.update),
      fits: ({ enabled }) => enabled,
      rule: (domain) => isDomainEditable(domain, { enabled: false }),
      confirm: ({ name }) => ({ title: users('disable.title', { name }), body: t('disable-body'), confirm: disable }),
      run: (domain) => put(domain, false),
    },
  ];
}
