import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import RhUiLinkIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-link-icon';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { section } from './section.ts';
import { useFloatingIpActions } from './use-actions.ts';
import { useColumns } from './use-columns.tsx';
import { useFilters } from './use-filters.ts';

/** What both pages share. */
const useShared = () => ({ section, icon: RhUiLinkIcon, columns: useColumns(), actions: useFloatingIpActions() });

/** The floating IPs of the scope. */
export const List = () => <SectionList<FloatingIp> {...useShared()} useFilters={useFilters} />;

/** One of them: where it leads. */
export const Details = () => <SectionDetails<FloatingIp> {...useShared()} />;
