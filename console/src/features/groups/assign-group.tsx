import type { Group } from '@gantry/contract/nouns/groups/entity';
import { AssignDialog } from '../../parts/people/assign-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { ASSIGNING } from './section.ts';

/** Gives all users of a group a role in a project. */
export const AssignGroup = (props: ActionDialogProps<Group>) => <AssignDialog {...props} assigning={ASSIGNING} />;
