import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { useParams } from '@tanstack/react-router';
import { OverPage } from '../../app/resource/over-page.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { EditDialog } from './edit-dialog.ts';
import { useItemId } from '../../app/resource/use-item-id.ts';
import { Details } from './pages.tsx';
import { section, tabOf } from './section.ts';

/** The dialog that changes a placement, over its page. */
export const Edit = () => (
  <OverPage section={section} page={Details}>
    {(trait, close) => <EditDialog item={trait} obstacle={undefined} onClose={close} />}
  </OverPage>
);

/** The dialog that gives a placement to more things, over the tab that shows them. */
export function Assign() {
  // The route takes no other word (`oneOf`).
  const { target } = useParams({ strict: false }) as { target: TraitTarget };
  const id = useItemId(section.calls.read);
  return (
    <OverPage section={section} page={Details} back={tabOf(id, target)}>
      {(trait, close) => <AssignDialog trait={trait} target={target} onClose={close} />}
    </OverPage>
  );
}
