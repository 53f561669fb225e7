import { OverPage } from '../../app/resource/over-page.tsx';
import { AssignUser } from './assign-user.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Details } from './pages.tsx';
import { section } from './section.ts';

/** The dialog that changes a user, over the user's page. */
export const Edit = () => (
  <OverPage section={section} page={Details}>
    {(user, close) => <EditDialog item={user} obstacle={undefined} onClose={close} />}
  </OverPage>
);

/** The dialog that assigns a project to a user, over the user's page. */
export const Assign = () => (
  <OverPage section={section} page={Details}>
    {(user, close) => <AssignUser item={user} obstacle={undefined} onClose={close} />}
  </OverPage>
);
