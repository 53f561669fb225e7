import { isDefaultProject, isEnabled, isProjectDeletable, isProjectEditable } from '@gantry/contract/nouns/projects/rules';
import RhUiFoldersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-folders-fill-icon';
import { api } from '../../app/api/calls.ts';
import type { ViewContext } from '../../app/view/context.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { createdBy } from '../../parts/people/created-by.tsx';
import { ProjectCapacity } from '../../parts/capacity/project-capacity.tsx';
import { QuotaTab } from '../../parts/quotas/quota-tab.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import { DomainQuotas } from './domain-quotas.tsx';
import { Members } from './members.tsx';
import { placeOf, section } from './section.ts';

const seesDomains = ({ scope }: Pick<ViewContext<'projects'>, 'scope'>) => scope === 'system';
const quotasDialog = () => import('./quotas-dialog.tsx').then(({ QuotasDialog }) => QuotasDialog);

/** What a project uses of what it may. */
const Quotas = ({ projectId }: { projectId: string }) => (
  <>
    <QuotaTab read={useLimits('project', projectId)} />
    <ProjectCapacity projectId={projectId} />
  </>
);

/** The projects of the domain, or of all domains: what each is, and what it may use. */
export const view = viewOf(section, {
  icon: RhUiFoldersFillIcon,
  members: [
    { typed: 'domain_id', label: 'field.domain', in: ['create'], when: seesDomains, field: { as: 'thing', from: api.domains.list } },
    // The default project keeps its name.
    {
      of: 'name',
      in: ['create', 'edit'],
      field: { required: true, if: (_, project) => project === undefined || !isDefaultProject(project) },
    },
    { of: 'domain_name', key: 'domain', label: 'field.domain', when: seesDomains, filter: { key: 'domain_id', by: api.domains.list } },
    { key: 'state', label: 'field.status', kind: 'enabled', value: isEnabled },
    { of: 'members_count', key: 'members', label: 'field.members', kind: 'number' },
    { of: 'description', in: ['list', 'details', 'create', 'edit'] },
    { of: 'enabled', kind: 'enabled', in: ['create'] },
    common.created,
    createdBy('projects.create'),
    common.id,
  ],
  create: () => import('./forms.ts').then(({ creation }) => creation),
  edit: { call: api.projects.update, form: () => import('./forms.ts').then(({ change }) => change) },
  actions: [
    'edit',
    { call: api.quotas.update, id: 'projects.quotas', label: 'action.quotas', dialog: quotasDialog },
    {
      call: api.projects.update,
      id: 'projects.enable',
      label: 'action.enable',
      fits: (project) => !isEnabled(project),
      body: () => ({ enabled: true }),
    },
    {
      call: api.projects.update,
      id: 'projects.disable',
      label: 'action.disable',
      fits: isEnabled,
      rule: (project) => isProjectEditable(project, { enabled: false }),
      body: () => ({ enabled: false }),
      confirm: ({ name }, { t }) => ({ title: t('disable.title', { name }), body: t('disable.body') }),
    },
  ],
  deletable: { rule: isProjectDeletable, loses: () => true },
  placeOf,
  above: <DomainQuotas />,
  tabs: {
    label: 'tab.label',
    of: [
      { key: 'properties', title: 'tab.properties' },
      { key: 'members', title: 'tab.members', content: (project) => <Members project={project} /> },
      { key: 'quotas', title: 'tab.quotas', content: ({ id }) => <Quotas projectId={id} /> },
    ],
  },
  dialogs: {
    quotas: quotasDialog,
    assign: () => import('./member-dialog.tsx').then(({ AssignMembers }) => AssignMembers),
    unassign: () => import('./member-dialog.tsx').then(({ UnassignMembers }) => UnassignMembers),
  },
});
