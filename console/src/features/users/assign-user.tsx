import type { User } from '@gantry/contract/nouns/users/entity';
import { AssignDialog } from '../../parts/people/assign-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { ASSIGNING } from './section.ts';

/** Gives a user a role in a project. */
export const AssignUser = (props: ActionDialogProps<User>) => <AssignDialog {...props} assigning={ASSIGNING} />;
