import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { isGroupDeletable } from '@gantry/contract/nouns/security-groups/rules';
import RhUiSecuredFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-secured-fill-icon';
import { api } from '../../app/api/calls.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import { Members } from './members.tsx';
import { Rules } from './rules.tsx';
import { section } from './section.ts';
import { useColumns } from './use-columns.ts';

/** What both pages share. */
function useShared() {
  const edit = useEditAction<SecurityGroup>(
    'security-groups',
    api.securityGroups.update,
    () => true,
    () => import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  return { section, icon: RhUiSecuredFillIcon, columns: useColumns(), actions: [edit], deletable: { rule: isGroupDeletable } };
}

/** The security groups of the scope. */
export const List = () => <SectionList<SecurityGroup> {...useShared()} />;

/** One of them: what it lets in and out, and what has it. */
export const Details = () => (
  <SectionDetails<SecurityGroup>
    {...useShared()}
    body={(group, properties) => (
      <>
        {properties}
        <Rules group={group} direction="ingress" />
        <Rules group={group} direction="egress" />
        <Members group={group} />
      </>
    )}
  />
);
