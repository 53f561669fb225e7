import { OverPage } from '../../app/resource/over-page.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { Details } from './pages.tsx';
import { QuotasDialog } from './quotas-dialog.tsx';
import { section } from './section.ts';

/** The dialog that changes a project, over its page. */
export const Edit = () => (
  <OverPage section={section} page={Details}>
    {(project, close) => <EditDialog item={project} obstacle={undefined} onClose={close} />}
  </OverPage>
);

/** The dialog that sets the limits of a project, over its page. */
export const SetQuotas = () => (
  <OverPage section={section} page={Details}>
    {(project, close) => <QuotasDialog item={project} obstacle={undefined} onClose={close} />}
  </OverPage>
);

/** The window that assigns the project to users. */
export const Assign = () => (
  <OverPage section={section} page={Details}>
    {(project, close) => <MemberDialog item={project} editType="assign" obstacle={undefined} onClose={close} />}
  </OverPage>
);

/** The window that ends assignments of the project. */
export const Unassign = () => (
  <OverPage section={section} page={Details}>
    {(project, close) => <MemberDialog item={project} editType="unassign" obstacle={undefined} onClose={close} />}
  </OverPage>
);
