import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { side } from '../../app/base.ts';
import { ListTabs } from '../../app/resource/list-tabs.tsx';
import { tabsOf } from '../../app/router/menu-tree.ts';

const NETWORKS = '/compute/networks';
const LISTS = [
  { noun: 'networks', to: NETWORKS, call: api.networks.list },
  { noun: 'security-groups', to: '/compute/security-groups', call: api.securityGroups.list },
] as const;

/** The lists that stand beside the networks where the menu has one entry for them. */
export function NetworkListTabs() {
  const { t } = useTranslation();
  const text = (noun: string) => t(`nouns:menu.${noun}.list` as 'product');
  const here = [NETWORKS, ...tabsOf(NETWORKS, side())];
  const lists = LISTS.filter(({ to }) => here.includes(to));
  return <ListTabs label={text('networks')} lists={lists.map(({ noun, ...list }) => ({ ...list, title: text(noun) }))} />;
}
