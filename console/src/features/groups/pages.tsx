import type { Group } from '@gantry/contract/nouns/groups/entity';
import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignedProjects } from '../../parts/people/assigned-projects.tsx';
import { PeopleTabs } from '../../parts/people/people-tabs.tsx';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { GroupMembers } from './members.tsx';
import { ASSIGNING, placeOf, section } from './section.ts';
import { useGroupActions, useGroupRule } from './use-actions.ts';
import { useColumns, useFilters } from './use-columns.tsx';

/** What both pages share. */
const useShared = () => ({
  section,
  icon: RhUiUsersFillIcon,
  columns: useColumns(),
  actions: useGroupActions(),
  deletable: { rule: useGroupRule(), paramsOf: placeOf },
});

/** The groups of the scope. */
export const List = () => <SectionList<Group> {...useShared()} useFilters={useFilters} tabs={<PeopleTabs />} />;

/** One group, who is in it, and the projects that it gives. */
export const Details = () => (
  <SectionDetails<Group>
    {...useShared()}
    shape={{ tabs: 3 }}
    body={(group, properties) => <GroupTabs group={group} properties={properties} />}
  />
);

/** Which tab is open stands in the address. */
function GroupTabs({ group, properties }: { group: Group; properties: ReactNode }) {
  const { t } = useTranslation('groups');
  const { t: users } = useTranslation('users');
  const { detailsTab = 'properties' } = useParams({ strict: false }) as { detailsTab?: string };
  const address = section.addressOf(group.id);
  return (
    <PathTabs
      label={t('tab.label')}
      active={detailsTab}
      tabs={[
        { key: 'properties', title: users('tab.properties'), address: `${address}/properties`, content: () => properties },
        { key: 'members', title: t('field.members'), address: `${address}/members`, content: () => <GroupMembers group={group} /> },
        {
          key: 'projects',
          title: users('tab.projects'),
          address: `${address}/projects`,
          content: () => <AssignedProjects holder={group} assigning={ASSIGNING} />,
        },
      ]}
    />
  );
}
