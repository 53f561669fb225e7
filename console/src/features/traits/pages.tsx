import { TRAIT_TARGETS } from '@gantry/contract/nouns/traits/targets';
import type { Trait } from '@gantry/contract/nouns/traits/entity';
import RhUiLocationFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-location-fill-icon';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import { Members } from './members.tsx';
import { section, tabOf } from './section.ts';

/** How many there are, whether they are named or counted. */
const countOf = (members: Trait['nodes']): number | null => (Array.isArray(members) ? members.length : members);

function useColumns(): SectionColumn<Trait>[] {
  const { t } = useTranslation('traits');
  const text = useNounText('traits');
  return useMemo(
    () => [
      { key: 'description', label: text('field.description'), value: ({ description }) => description || null },
      ...TRAIT_TARGETS.map((target) => ({
        key: target,
        label: t(`field.${target}`),
        kind: 'number' as const,
        value: (trait: Trait) => countOf(trait[target]),
      })),
      commonColumns.id(text),
    ],
    [t, text],
  );
}

/** What both pages share. */
function useShared() {
  const edit = useEditAction<Trait>(
    'traits',
    api.traits.update,
    () => true,
    () => import('./edit-dialog.ts').then(({ EditDialog }) => EditDialog),
  );
  return { section, icon: RhUiLocationFillIcon, columns: useColumns(), actions: [edit] };
}

/** The placements of the cloud. */
export const List = () => <SectionList<Trait> {...useShared()} />;

/** One of them, and what has it. */
export const Details = () => (
  <SectionDetails<Trait>
    {...useShared()}
    body={(trait, properties) => (
      <>
        {properties}
        <TraitTabs trait={trait} />
      </>
    )}
  />
);

/** Which tab is open stands in the address; a dialog over one names it last. */
function TraitTabs({ trait }: { trait: Trait }) {
  const { t } = useTranslation('traits');
  const { pathname } = useLocation();
  const words = pathname.split('/');
  return (
    <PathTabs
      label={t('tabs')}
      active={TRAIT_TARGETS.find((target) => words.includes(target)) ?? 'nodes'}
      tabs={TRAIT_TARGETS.map((target) => ({
        key: target,
        title: t(`field.${target}`),
        address: tabOf(trait.id, target),
        content: () => <Members trait={trait} target={target} />,
      }))}
    />
  );
}
