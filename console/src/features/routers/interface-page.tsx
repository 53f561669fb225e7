import { OverPage } from '../../app/resource/over-page.tsx';
import { InterfaceDialog } from './interface-dialog.tsx';
import { Details } from './pages.tsx';
import { section } from './section.ts';

/** The dialog that connects a router to a subnet, over its page. */
export const Page = () => (
  <OverPage section={section} page={Details}>
    {(router, close) => <InterfaceDialog item={router} obstacle={undefined} onClose={close} />}
  </OverPage>
);
