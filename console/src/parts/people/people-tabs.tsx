import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { ListTabs } from '../../app/resource/list-tabs.tsx';

/** The lists of people and their addresses. */
const LISTS = [
  { key: 'users', to: '/users', call: api.knownUsers.list },
  { key: 'groups', to: '/users/groups', call: api.knownGroups.list },
] as const;

/** Users and groups stand beside one another: domain mode has one entry of the menu for both (decision D3). */
export function PeopleTabs() {
  const { t } = useTranslation('users');
  const may = useMay();
  const lists = LISTS.filter(({ call }) => may(call));
  return <ListTabs label={t('people.label')} lists={lists.map(({ key, to }) => ({ title: t(`people.${key}`), to }))} />;
}
