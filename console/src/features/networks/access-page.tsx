import { OverPage } from '../../app/resource/over-page.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { section } from './section.ts';
import { isOwn } from './deletion.ts';
import { view } from './view.tsx';

/** The dialog that changes who may use a network, over its page. */
export const Page = () => (
  <OverPage section={section} page={view.Details}>
    {(network, close) => isOwn(network) && <AccessDialog item={network} obstacle={undefined} onClose={close} />}
  </OverPage>
);
