import { OverPage } from '../../app/resource/over-page.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { Details } from './pages.tsx';
import { section } from './section.ts';

/** The dialog that assigns a floating IP, over its page. */
export const Page = () => (
  <OverPage section={section} page={Details}>
    {(one, close) => <AssignDialog item={one} obstacle={undefined} onClose={close} />}
  </OverPage>
);
