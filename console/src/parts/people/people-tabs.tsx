import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import './people.css';

/** The lists of people and their addresses. */
const LISTS = [
  { key: 'users', to: '/users', call: api.knownUsers.list },
  { key: 'groups', to: '/users/groups', call: api.knownGroups.list },
] as const;

/**
 * Users and groups stand beside one another, each with an address of its own; domain mode has one entry of the menu for both (decision D3). They
 * lead to pages, so they are links that look like tabs.
 */
export function PeopleTabs() {
  const { t } = useTranslation('users');
  const may = useMay();
  const lists = LISTS.filter(({ call }) => may(call));
  if (lists.length < 2) return null;
  return (
    <nav aria-label={t('people.label')}>
      <ul className="gantry-people">
        {lists.map(({ key, to }) => (
          <li key={key}>
            <Link to={to as string} activeOptions={{ exact: true, includeSearch: false }}>
              {t(`people.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
