import { USER_ROLES } from '@gantry/contract/access/roles';
import { flagsOf, isFederated, visiblePermissions } from '@gantry/contract/nouns/users/rules';
import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { createdBy } from '../../parts/people/created-by.tsx';
import { AssignedProjects } from '../../parts/people/assigned-projects.tsx';
import { PeopleTabs } from '../../parts/people/people-tabs.tsx';
import { fieldsOf, userRules } from './rules.ts';
import { ASSIGNING, placeOf, section } from './section.ts';
import { UserGroups } from './user-groups.tsx';

const assignDialog = () => import('./assign-user.tsx').then(({ AssignUser }) => AssignUser);

/** The users of the scope, and the projects that are assigned to each. */
export const view = viewOf(section, {
  icon: RhUiUsersFillIcon,
  members: [
    // What is typed.
    {
      typed: 'domain_id',
      in: ['create'],
      when: ({ scope }) => scope === 'system',
      field: { own: () => import('./project-fields.tsx').then(({ UserDomainField }) => UserDomainField) },
    },
    {
      of: 'name',
      in: ['create', 'edit'],
      field: { required: true, if: (_, user, looker) => user === undefined || fieldsOf(user, looker).name },
    },
    { of: 'email', in: ['create', 'edit'], field: { if: (_, user, looker) => user === undefined || fieldsOf(user, looker).profile } },
    {
      typed: 'password',
      in: ['create'],
      field: { own: () => import('./new-password-field.tsx').then(({ NewPasswordField }) => NewPasswordField) },
    },
    { of: 'description', in: ['create', 'edit'], field: { if: (_, user, looker) => user === undefined || fieldsOf(user, looker).profile } },
    { of: 'enabled', kind: 'enabled', in: ['create'] },
    {
      of: 'role',
      in: ['create', 'edit'],
      field: {
        if: (_, user, looker) => user === undefined || fieldsOf(user, looker).rights,
        own: () => import('../../parts/people/role-fields.tsx').then(({ RoleFields }) => RoleFields),
      },
    },
    {
      typed: 'assigned_projects',
      in: ['create'],
      field: { own: () => import('./project-fields.tsx').then(({ ProjectFields }) => ProjectFields) },
    },
    // What is shown.
    {
      of: 'domain_name',
      key: 'domain',
      label: 'field.domain',
      when: ({ scope }) => scope === 'system',
      filter: { key: 'domain_id', by: api.domains.list },
    },
    { of: 'enabled', key: 'state', label: 'field.status', kind: 'enabled' },
    {
      of: 'role',
      sort: true,
      value: ({ role }, { t }) => t(`role.${role}`),
      filter: { values: USER_ROLES.map((value) => ({ value, label: `role.${value}` as const })) },
    },
    { of: 'email', sort: true },
    { key: 'projects', label: 'field.projects', kind: 'number', value: ({ assigned_projects: projects }) => projects.length },
    { key: 'provider', label: 'field.provider', value: (user, { t }) => (isFederated(user) ? user.identity_provider : t('local')) },
    common.created,
    createdBy('users.create'),
    { of: 'description', in: ['details'] },
    {
      of: 'domain_permissions',
      key: 'domain-permissions',
      label: 'field.domain-permissions',
      in: ['details'],
      value: ({ domain_permissions: given }, { t }) => given.map((one) => t(`permission.${one as 'image_upload'}`, { defaultValue: one })),
    },
    {
      of: 'system_permissions',
      key: 'system-permissions',
      label: 'field.system-permissions',
      in: ['details'],
      value: (user) => visiblePermissions(user),
    },
    common.id,
  ],
  create: () => import('./forms.ts').then(({ creation }) => creation),
  edit: { call: api.users.update, ruleFor: userRules.editable, form: () => import('./forms.ts').then(({ change }) => change) },
  actions: [
    'edit',
    { call: api.users.assign, label: 'action.assign', ruleFor: userRules.reachable, dialog: assignDialog },
    {
      call: api.users.setPassword,
      label: 'action.password',
      ruleFor: userRules.passwordSettable,
      dialog: () => import('./password-dialog.tsx').then(({ PasswordDialog }) => PasswordDialog),
    },
    {
      call: api.users.unlock,
      label: 'action.unlock',
      fits: ({ enabled }) => enabled,
      ruleFor: userRules.reachable,
      done: ({ name }, { t }) => t('unlocked', { name }),
    },
    {
      call: api.users.endSessions,
      label: 'action.out',
      fits: ({ enabled }) => enabled,
      ruleFor: userRules.reachable,
      confirm: ({ name }, { t }) => ({ title: t('out.title', { name }), body: t('out.body') }),
      done: ({ name }, { t }) => t('out.done', { name }),
    },
    {
      call: api.users.enable,
      label: 'action.enable',
      fits: ({ enabled }) => !enabled,
      ruleFor: userRules.enableable,
      bulk: { call: api.users.bulkEnable, confirm: ({ t }) => ({ title: t('enable.title'), body: t('enable.body') }) },
    },
    {
      call: api.users.disable,
      label: 'action.disable',
      fits: ({ enabled }) => enabled,
      ruleFor: userRules.disableable,
      confirm: ({ name }, { t }) => ({ title: t('disable.title', { name }), body: t('disable.body') }),
      bulk: { call: api.users.bulkDisable, confirm: ({ t }) => ({ title: t('disable.bulk-title'), body: t('disable.body') }) },
    },
  ],
  // What is done to a user every day; the rest is in the menu.
  buttons: ['users.update', 'users.assign'],
  deletable: { ruleFor: userRules.deletable },
  placeOf,
  above: <PeopleTabs />,
  shape: { tabs: 3 },
  body: (user, properties) => (
    <>
      {properties}
      <UserGroups user={user} />
    </>
  ),
  tabs: {
    label: 'tab.label',
    of: [
      { key: 'properties', title: 'tab.properties' },
      {
        key: 'projects',
        title: 'tab.projects',
        content: (user, { say }) => (
          <AssignedProjects holder={user} assigning={ASSIGNING} before={flagsOf(user).domainAdmin && <p>{say('assign.realm')}</p>} />
        ),
      },
    ],
  },
  dialogs: { assign: assignDialog },
});
