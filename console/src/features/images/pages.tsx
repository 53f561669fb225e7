import type { Image } from '@gantry/contract/nouns/images/entity';
import { isImageDeletable } from '@gantry/contract/nouns/images/rules';
import CompactDiscIcon from '@patternfly/react-icons/dist/esm/icons/compact-disc-icon';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { isOwn } from './own.ts';
import { section } from './section.ts';
import { useImageActions } from './use-actions.ts';
import { useColumns } from './use-columns.tsx';

/** What both pages share. */
const useShared = () => ({
  section,
  icon: CompactDiscIcon,
  columns: useColumns(),
  actions: useImageActions(),
  deletable: { rule: isImageDeletable, fits: isOwn, loses: () => true },
});

/** The images of the scope, and those that are shared with it. */
export const List = () => <SectionList<Image> {...useShared()} />;

/** One image. */
export const Details = () => <SectionDetails<Image> {...useShared()} />;
