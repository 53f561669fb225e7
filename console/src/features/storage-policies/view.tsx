import LayerGroupIcon from '@patternfly/react-icons/dist/esm/icons/layer-group-icon';
import { api } from '../../app/api/calls.ts';
import type { ViewContext } from '../../app/view/context.ts';
import { common, type Place } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { limitsText } from './limits.ts';
import { section } from './section.ts';
import { domainText, redundancyFactsText, redundancyText } from './redundancy-text.ts';

const EVERYWHERE = ['list', 'details', 'create', 'edit'] as const;

/** Whether the cloud is told how it keeps data. */
const keeps = ({ has }: Pick<ViewContext<'storage-policies'>, 'has'>, place: Place): boolean =>
  has(place === 'edit' ? 'storage_policy.update:redundancy' : 'storage_policy.create:redundancy');

/** The storage policies of the cloud. */
export const view = viewOf(section, {
  icon: LayerGroupIcon,
  members: [
    {
      of: 'name',
      in: ['create', 'edit'],
      // Not every cloud lets it have another one.
      when: ({ has }, place) => place === 'create' || has('storage_policy.update:name'),
      field: { required: true },
    },
    { of: 'description', in: EVERYWHERE },
    { of: 'is_default', key: 'default', label: 'field.default', value: (one, { t }) => (one.is_default ? t('default.yes') : null) },
    {
      of: 'tier',
      kind: 'number',
      in: EVERYWHERE,
      when: keeps,
      field: { own: () => import('./keeping-fields.tsx').then(({ KeepingFields }) => KeepingFields) },
    },
    {
      of: 'redundancy',
      in: EVERYWHERE,
      when: keeps,
      value: ({ redundancy }, { t }) => redundancy && redundancyText(t, redundancy),
      details: ({ redundancy }, { t, language }) => redundancy && redundancyFactsText(t, redundancy, language),
      field: false,
    },
    {
      of: 'failure_domain',
      label: 'field.domain',
      in: EVERYWHERE,
      when: keeps,
      value: ({ failure_domain: apart }, { t }) => apart && domainText(t, apart),
      field: false,
    },
    {
      of: 'limits',
      in: EVERYWHERE,
      value: ({ limits }, { t, language }) => limitsText(t, limits, language),
      field: { own: () => import('./limits-field.tsx').then(({ LimitsField }) => LimitsField) },
    },
    common.id,
  ],
  create: async () => {
    const { storagePolicyCreateBody: schema } = await import('@gantry/contract/nouns/storage-policies/calls');
    const KEPT = { tier: 0, redundancy: '2', failure_domain: 'host' } as const;
    return {
      schema,
      empty: (context) => ({ name: '', description: '', limits: {}, ...(keeps(context, 'create') && KEPT) }),
      unique: { code: 'storage_policy_name_taken' },
    };
  },
  edit: {
    call: api.storagePolicies.update,
    form: () => import('@gantry/contract/nouns/storage-policies/calls').then(({ storagePolicyUpdateBody: schema }) => ({ schema })),
  },
});
