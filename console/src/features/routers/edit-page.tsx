import { OverPage } from '../../app/resource/over-page.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Details } from './pages.tsx';
import { section } from './section.ts';

/** The dialog that changes a router, or the interface of its way out, over its page. */
export const Page = () => (
  <OverPage section={section} page={Details}>
    {(router, close) => <EditDialog item={router} obstacle={undefined} onClose={close} />}
  </OverPage>
);
