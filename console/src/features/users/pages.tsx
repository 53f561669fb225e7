import type { User } from '@gantry/contract/nouns/users/entity';
import { flagsOf } from '@gantry/contract/nouns/users/rules';
import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignedProjects } from '../../parts/people/assigned-projects.tsx';
import { PeopleTabs } from '../../parts/people/people-tabs.tsx';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { ASSIGNING, placeOf, section } from './section.ts';
import { UserGroups } from './user-groups.tsx';
import { useUserActions, useUserRules } from './use-actions.ts';
import { useColumns, useFilters } from './use-columns.tsx';

/** What both pages share. */
const useShared = () => ({
  section,
  icon: RhUiUsersFillIcon,
  columns: useColumns(),
  actions: useUserActions(),
  deletable: { rule: useUserRules().deletable, paramsOf: placeOf },
});

/** The users of the scope. */
export const List = () => <SectionList<User> {...useShared()} useFilters={useFilters} tabs={<PeopleTabs />} />;

/** What is done to a user every day; the rest is in the menu. */
const BUTTONS = ['users.update', 'users.assign'];

/** One user, and the projects that are assigned. */
export const Details = () => (
  <SectionDetails<User>
    {...useShared()}
    buttons={BUTTONS}
    shape={{ tabs: 3 }}
    body={(user, properties) => <UserTabs user={user} properties={properties} />}
  />
);

/** Which tab is open stands in the address (S2 §2). */
function UserTabs({ user, properties }: { user: User; properties: ReactNode }) {
  const { t } = useTranslation('users');
  const { detailsTab = 'properties' } = useParams({ strict: false }) as { detailsTab?: string };
  const address = section.addressOf(user.id);
  return (
    <PathTabs
      label={t('tab.label')}
      active={detailsTab}
      tabs={[
        {
          key: 'properties',
          title: t('tab.properties'),
          address: `${address}/properties`,
          content: () => <About user={user} properties={properties} />,
        },
        { key: 'projects', title: t('tab.projects'), address: `${address}/projects`, content: () => <Projects user={user} /> },
      ]}
    />
  );
}

/** What there is to say about a user, and the groups whose rights add to the own ones. */
const About = ({ user, properties }: { user: User; properties: ReactNode }) => (
  <>
    {properties}
    <UserGroups user={user} />
  </>
);

function Projects({ user }: { user: User }) {
  const { t } = useTranslation('users');
  return <AssignedProjects holder={user} assigning={ASSIGNING} before={flagsOf(user).domainAdmin && <p>{t('assign.realm')}</p>} />;
}
