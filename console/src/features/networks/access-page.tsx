import { OverPage } from '../../app/resource/over-page.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { Details } from './pages.tsx';
import { section } from './section.ts';
import { isOwn } from './deletion.ts';

/** The dialog that changes who may use a network, over its page. */
export const Page = () => (
  <OverPage section={section} page={Details}>
    {(network, close) => isOwn(network) && <AccessDialog item={network} obstacle={undefined} onClose={close} />}
  </OverPage>
);
