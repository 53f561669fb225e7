import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { useParams } from '@tanstack/react-router';
import { OverPage } from '../../app/resource/over-page.tsx';
import { useItemId } from '../../app/resource/use-item-id.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { section, tabOf } from './section.ts';
import { view } from './view.tsx';

/** The dialog that gives a placement to more things, over the tab that shows them. */
export function Page() {
  // The route takes no other word (`oneOf`).
  const { target } = useParams({ strict: false }) as { target: TraitTarget };
  const id = useItemId(section.calls.read);
  return (
    <OverPage section={section} page={view.Details} back={tabOf(id, target)}>
      {(trait, close) => <AssignDialog trait={trait} target={target} onClose={close} />}
    </OverPage>
  );
}
