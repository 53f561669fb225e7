import { useTranslation } from 'react-i18next';
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
  return <ListTabs label={t('people.label')} lists={LISTS.map(({ key, ...list }) => ({ ...list, title: t(`people.${key}`) }))} />;
}
