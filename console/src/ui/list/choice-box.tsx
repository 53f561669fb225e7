import { Badge } from '@patternfly/react-core/dist/esm/components/Badge';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { Select, SelectList, SelectOption } from '@patternfly/react-core/dist/esm/components/Select';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useState } from 'react';
import { popperHost } from '../action/popper-host.ts';
import { useUiText } from '../text.ts';
import type { ChoiceFilter } from './columns.ts';

interface ChoiceBoxProps {
  filter: ChoiceFilter;
  chosen: readonly string[];
  onChoose(values: readonly string[]): void;
}

/** Several values of one filter, behind a button that tells how many are chosen. */
export function ChoiceBox({ filter, chosen, onChoose }: ChoiceBoxProps) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  const toggle = () => {
    if (!open) filter.onOpen?.();
    setOpen(!open);
  };
  return (
    <Select
      role="menu"
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={(_, value) => {
        const key = String(value);
        onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
      }}
      popperProps={{ appendTo: popperHost }}
      maxMenuHeight="20rem"
      isScrollable
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          isExpanded={open}
          onClick={toggle}
          {...(chosen.length > 0 && {
            badge: (
              <Badge isRead screenReaderText={t('filter.chosen', { count: chosen.length })}>
                {chosen.length}
              </Badge>
            ),
          })}
        >
          {filter.label}
        </MenuToggle>
      )}
    >
      <SelectList>
        {filter.options.map(({ value, label }) => (
          <SelectOption key={value} value={value} hasCheckbox isSelected={chosen.includes(value)}>
            {label}
          </SelectOption>
        ))}
        {filter.options.length === 0 && (
          <SelectOption isDisabled value="">
            {filter.loading === true ? <Spinner size="md" aria-label={t('loading')} /> : t('filter.no-options')}
          </SelectOption>
        )}
      </SelectList>
    </Select>
  );
}
