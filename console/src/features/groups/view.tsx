import { USER_ROLES } from '@gantry/contract/access/roles';
import type { Group } from '@gantry/contract/nouns/groups/entity';
import { isWithinReach, visiblePermissions } from '@gantry/contract/nouns/users/rules';
import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import { api } from '../../app/api/calls.ts';
import type { ViewContext } from '../../app/view/context.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { createdBy } from '../../parts/people/created-by.tsx';
import { AssignedProjects } from '../../parts/people/assigned-projects.tsx';
import { PeopleTabs } from '../../parts/people/people-tabs.tsx';
import { GroupMembers } from './members.tsx';
import { ASSIGNING, placeOf, section } from './section.ts';

/** What reaches above the domain is left to administrators of the system. */
const ruleFor = (context: Pick<ViewContext<'groups'>, 'scope'>) => (group: Group) => isWithinReach(group, { system: seesDomains(context) });
const seesDomains = ({ scope }: Pick<ViewContext<'groups'>, 'scope'>) => scope === 'system';

/** The groups of the scope: who is in each, and the projects that it gives. */
export const view = viewOf(section, {
  icon: RhUiUsersFillIcon,
  members: [
    { typed: 'domain_id', label: 'field.domain', in: ['create'], when: seesDomains, field: { as: 'thing', from: api.domains.list } },
    { of: 'name', in: ['create', 'edit'], field: { required: true } },
    { of: 'domain_name', key: 'domain', label: 'field.domain', when: seesDomains, filter: { key: 'domain_id', by: api.domains.list } },
    { of: 'description', in: ['list', 'details', 'create', 'edit'] },
    {
      of: 'role',
      label: 'users:field.role',
      sort: true,
      in: ['list', 'details', 'create', 'edit'],
      value: ({ role }, { say }) => say(`users:role.${role}`),
      filter: { values: USER_ROLES.map((value) => ({ value, label: `users:role.${value}` as const })) },
      field: { own: () => import('../../parts/people/role-fields.tsx').then(({ RoleFields }) => RoleFields) },
    },
    { of: 'members_count', key: 'members', label: 'field.members', kind: 'number' },
    { key: 'projects', label: 'users:field.projects', kind: 'number', value: ({ assigned_projects: projects }) => projects.length },
    common.created,
    createdBy('groups.create'),
    {
      of: 'domain_permissions',
      key: 'domain-permissions',
      label: 'users:field.domain-permissions',
      in: ['details'],
      value: ({ domain_permissions: given }, { say }) =>
        given.map((one) => say(`users:permission.${one as 'image_upload'}`, { defaultValue: one })),
    },
    {
      of: 'system_permissions',
      key: 'system-permissions',
      label: 'users:field.system-permissions',
      in: ['details'],
      value: visiblePermissions,
    },
    common.id,
  ],
  create: () => import('./forms.ts').then(({ creation }) => creation),
  edit: { call: api.groups.update, ruleFor, form: () => import('./forms.ts').then(({ change }) => change) },
  actions: [
    'edit',
    {
      call: api.groups.addUsers,
      label: 'add.action',
      ruleFor,
      dialog: () => import('./add-users.tsx').then(({ AddUsers }) => AddUsers),
    },
    {
      call: api.groups.assign,
      label: 'users:action.assign',
      ruleFor,
      dialog: () => import('./assign-group.tsx').then(({ AssignGroup }) => AssignGroup),
    },
  ],
  deletable: { ruleFor },
  placeOf,
  above: <PeopleTabs />,
  tabs: {
    label: 'tab.label',
    of: [
      { key: 'properties', title: 'users:tab.properties' },
      { key: 'members', title: 'field.members', content: (group) => <GroupMembers group={group} /> },
      { key: 'projects', title: 'users:tab.projects', content: (group) => <AssignedProjects holder={group} assigning={ASSIGNING} /> },
    ],
  },
});
