import type { Actions } from '../../ui/action/use-actions.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { propertiesOf } from '../../ui/list/properties.tsx';
import { PeekPane } from '../../ui/list/peek-pane.tsx';
import type { Identified } from '../../ui/list/selection.ts';
import { LastTask } from './last-task.tsx';

export interface PeekProps<T> {
  item: T;
  name: string;
  /** What there is to say about it; the first says which one it is. */
  facts: readonly Column<T>[];
  actions: Actions<T> | undefined;
  onClose(): void;
}

/** A row of a noun's list, beside it: its facts, its actions, and what was done to it last. */
export function Peek<T extends Identified>({ item, name, facts: [first, ...facts], actions, onClose }: PeekProps<T>) {
  return (
    <PeekPane
      name={name}
      heading={first?.render?.(item) ?? <bdi>{name}</bdi>}
      properties={propertiesOf(facts, item)}
      offers={actions?.offers(item) ?? []}
      onClose={onClose}
    >
      <LastTask id={item.id} level={3} />
    </PeekPane>
  );
}
