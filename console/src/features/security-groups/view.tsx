import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { isDefaultGroup, isGroupDeletable } from '@gantry/contract/nouns/security-groups/rules';
import RhUiSecuredFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-secured-fill-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { NetworkListTabs } from '../../parts/networks/network-tabs.tsx';
import { Members } from './members.tsx';
import { Rules } from './rules.tsx';
import { section } from './section.ts';

const count = ({ security_group_rules: rules }: SecurityGroup, wanted: 'ingress' | 'egress'): number =>
  rules.filter(({ direction }) => direction === wanted).length;

/** The security groups of the scope: what each lets in and out, and what has it. */
export const view = viewOf(section, {
  icon: RhUiSecuredFillIcon,
  members: [
    { of: 'name', in: ['create'], field: { required: true, helper: 'add.helper' } },
    // The default group keeps its name.
    { of: 'name', in: ['edit'], field: { required: true, if: (_, group) => group !== undefined && !isDefaultGroup(group) } },
    { of: 'description', in: ['list', 'details', 'create', 'edit'] },
    { key: 'ingress', label: 'rules.ingress', kind: 'number', value: (group) => count(group, 'ingress') },
    { key: 'egress', label: 'rules.egress', kind: 'number', value: (group) => count(group, 'egress') },
    common.created,
    common.id,
  ],
  create: async () => {
    const [{ securityGroupBody: schema }, { creationSide }] = await Promise.all([
      import('@gantry/contract/nouns/security-groups/bodies'),
      import('../../parts/quotas/creation-side.tsx'),
    ]);
    // Which rules the platform gives a new group is its own matter: they are not foretold.
    return { schema, empty: { name: '', description: '' }, side: creationSide(section.noun, { security_groups: 1 }) };
  },
  edit: { call: api.securityGroups.update, form: () => import('./change.ts').then(({ change }) => change) },
  above: <NetworkListTabs />,
  deletable: { rule: isGroupDeletable },
  body: (group, properties) => (
    <>
      {properties}
      <Rules group={group} direction="ingress" />
      <Rules group={group} direction="egress" />
      <Members group={group} />
    </>
  ),
});
