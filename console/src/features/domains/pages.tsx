import { isDomainDeletable, type Domain } from '@gantry/contract/nouns/domains/entity';
import RhUiTenantFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-tenant-fill-icon';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { section } from './section.ts';
import { DomainTabs } from './tabs.tsx';
import { useDomainActions } from './use-actions.ts';
import { useColumns } from './use-columns.tsx';

/** What both pages share. Users and groups go with a domain (decision G26): its name is typed before. */
const useShared = () => ({
  section,
  icon: RhUiTenantFillIcon,
  columns: useColumns(),
  actions: useDomainActions(),
  deletable: { rule: isDomainDeletable, loses: () => true },
});

/** The domains of the installation. */
export const List = () => <SectionList<Domain> {...useShared()} />;

/** One domain with its users, groups and projects. */
export const Details = () => (
  <SectionDetails<Domain>
    {...useShared()}
    shape={{ tabs: 5 }}
    body={(domain, properties) => <DomainTabs domain={domain} properties={properties} />}
  />
);
