import type { Project } from '@gantry/contract/nouns/projects/entity';
import { isProjectDeletable } from '@gantry/contract/nouns/projects/rules';
import RhUiFoldersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-folders-fill-icon';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { DomainQuotas } from './domain-quotas.tsx';
import { section, placeOf } from './section.ts';
import { ProjectTabs } from './tabs.tsx';
import { useProjectActions } from './use-actions.ts';
import { useColumns, useFilters } from './use-columns.tsx';

/** What both pages share. */
const useShared = () => ({
  section,
  icon: RhUiFoldersFillIcon,
  columns: useColumns(),
  actions: useProjectActions(),
  deletable: { rule: isProjectDeletable, paramsOf: placeOf, loses: () => true },
});

/** The projects of the domain, or of all domains. */
export const List = () => <SectionList<Project> {...useShared()} useFilters={useFilters} tabs={<DomainQuotas />} />;

/** One project: what it is, and what it may use. */
export const Details = () => (
  <SectionDetails<Project>
    {...useShared()}
    shape={{ tabs: 3 }}
    body={(project, properties) => <ProjectTabs project={project} properties={properties} />}
  />
);
