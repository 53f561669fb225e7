import type { Image } from '@gantry/contract/nouns/images/entity';
import { isImageDeletable } from '@gantry/contract/nouns/images/rules';
import CompactDiscIcon from '@patternfly/react-icons/dist/esm/icons/compact-disc-icon';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { Offers } from './offers.tsx';
import { isOwn } from './own.ts';
import { section } from './section.ts';
import { Sharing } from './sharing.tsx';
import { useImageActions } from './use-actions.ts';
import { useColumns } from './use-columns.tsx';
import { useFilters } from './use-filters.ts';

/** What both pages share. */
const useShared = () => ({
  section,
  icon: CompactDiscIcon,
  columns: useColumns(),
  actions: useImageActions(),
  deletable: { rule: isImageDeletable, fits: isOwn, loses: () => true },
});

/** The images of the scope, and those that are shared with it. */
export const List = () => <SectionList<Image> {...useShared()} tabs={<Offers />} useFilters={useFilters} />;

/** One image. */
export const Details = () => (
  <SectionDetails<Image>
    {...useShared()}
    body={(image, properties) => (
      <>
        {properties}
        {isOwn(image) && image.visibility === 'shared' && <Sharing image={image} />}
      </>
    )}
  />
);
