import type { Trait } from '@gantry/contract/nouns/traits/entity';
import { TRAIT_TARGETS } from '@gantry/contract/nouns/traits/targets';
import RhUiLocationFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-location-fill-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { Members } from './members.tsx';
import { section } from './section.ts';

/** How many there are, whether they are named or counted. */
const countOf = (members: Trait['nodes']): number | null => (Array.isArray(members) ? members.length : members);

/** The placements of the cloud; what has one is chosen on its page. */
export const view = viewOf(section, {
  icon: RhUiLocationFillIcon,
  members: [
    { of: 'name', in: ['create'], field: { required: true, helper: 'add.name-helper' } },
    { of: 'name', in: ['edit'], field: { required: true } },
    {
      of: 'description',
      in: ['list', 'details', 'create', 'edit'],
      when: ({ has }, place) => place !== 'create' || has('trait.create:description'),
    },
    ...TRAIT_TARGETS.map((target) => ({
      key: target,
      label: `field.${target}` as const,
      kind: 'number' as const,
      value: (trait: Trait) => countOf(trait[target]),
    })),
    common.id,
  ],
  create: async () => {
    const { traitCreateBody: schema } = await import('@gantry/contract/nouns/traits/calls');
    return {
      schema,
      empty: ({ has }) => ({ name: '', ...(has('trait.create:description') && { description: '' }) }),
      unique: { code: 'trait_name_taken' },
    };
  },
  edit: {
    call: api.traits.update,
    form: () => import('@gantry/contract/nouns/traits/calls').then(({ traitUpdateBody: schema }) => ({ schema })),
  },
  tabs: {
    label: 'tabs',
    of: TRAIT_TARGETS.map((target) => ({
      key: target,
      title: `field.${target}` as const,
      content: (trait: Trait) => <Members trait={trait} target={target} />,
    })),
  },
});
