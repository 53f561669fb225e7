import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { isVolumeDeletable } from '@gantry/contract/nouns/volumes/rules';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import RhUiStorageFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-storage-fill-icon';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { VolumeListTabs } from '../../parts/volumes/volume-tabs.tsx';
import { section } from './section.ts';
import { VolumeTabs } from './tabs.tsx';
import { BUTTONS, useVolumeActions } from './use-actions.ts';
import { useColumns } from './use-columns.tsx';
import { useFilters } from './use-filters.ts';

/** What both pages share. */
const useShared = () => ({
  section,
  icon: RhUiStorageFillIcon,
  columns: useColumns(),
  actions: useVolumeActions(),
  deletable: { rule: isVolumeDeletable, loses: () => true },
});

/** The volumes of the scope. */
export const List = () => (
  <SectionList<Volume> {...useShared()} statuses={VOLUME_STATUSES} useFilters={useFilters} tabs={<VolumeListTabs />} />
);

/** One volume, and its snapshots. */
export const Details = () => (
  <SectionDetails<Volume>
    {...useShared()}
    buttons={BUTTONS}
    shape={{ tabs: 2 }}
    body={(volume, properties) => <VolumeTabs volume={volume} overview={properties} />}
  />
);
