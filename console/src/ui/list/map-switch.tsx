import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useUiText } from '../text.ts';
import { withView, type ListChange, type ListState } from './list-state.ts';

/** Whether the rows of a list are a table or a map. */
export function MapSwitch({ state: { view }, onState }: { state: ListState; onState(change: ListChange): void }) {
  const { t } = useUiText();
  return (
    <ToggleGroup aria-label={t('view.label')}>
      <ToggleGroupItem text={t('view.list')} isSelected={view === undefined} onChange={() => onState((now) => withView(now, undefined))} />
      <ToggleGroupItem text={t('view.map')} isSelected={view === 'map'} onChange={() => onState((now) => withView(now, 'map'))} />
    </ToggleGroup>
  );
}
