import { isAccessEditable } from '@gantry/contract/nouns/flavors/rules';
import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { accessText } from './access-text.ts';
import { section } from './section.ts';

/** The flavors of the cloud. */
export const view = viewOf(section, {
  icon: RhUiCollectionFillIcon,
  members: [
    { of: 'name', in: ['create'], field: { required: true } },
    { of: 'vcpus', kind: 'number', sort: true, in: ['list', 'details', 'create'], field: { required: true, min: 1, max: 1024 } },
    { of: 'ram', kind: 'MiB', sort: true, in: ['list', 'details', 'create'], field: { required: true, min: 1, max: 16_777_216 } },
    {
      of: 'disk',
      kind: 'GiB',
      sort: true,
      in: ['list', 'details', 'create'],
      field: { required: true, max: 524_288, helper: 'add.disk-helper' },
    },
    {
      of: 'swap',
      kind: 'MiB',
      in: ['list', 'details', 'create'],
      value: ({ swap }) => swap || null,
      field: { max: 16_777_216, helper: 'add.swap-helper' },
    },
    { key: 'access', label: 'field.access', value: (flavor, { t }) => accessText(t, flavor) },
    { of: 'is_public', kind: 'flag', label: 'access.all', in: ['create'], field: { helper: 'add.public-helper' } },
    common.id,
  ],
  create: async () => {
    const { flavorCreateBody: schema } = await import('@gantry/contract/nouns/flavors/calls');
    const empty = { name: '', vcpus: 1, ram: 1024, disk: 10, swap: 0, is_public: true };
    return { schema, empty, unique: { code: 'flavor_name_taken' } };
  },
  actions: [
    {
      call: api.flavors.setAccess,
      label: 'access.edit',
      rule: isAccessEditable,
      dialog: () => import('./access-dialog.tsx').then(({ AccessDialog }) => AccessDialog),
    },
  ],
  more: ({ extra_specs: specs }) => Object.entries(specs).map(([label, value]) => ({ label, value })),
});
