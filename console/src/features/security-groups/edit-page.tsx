import { OverPage } from '../../app/resource/over-page.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Details } from './pages.tsx';
import { section } from './section.ts';

/** The dialog that changes a security group, over its page. */
export const Page = () => (
  <OverPage section={section} page={Details}>
    {(group, close) => <EditDialog item={group} obstacle={undefined} onClose={close} />}
  </OverPage>
);
