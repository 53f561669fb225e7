import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { useState, type ComponentType } from 'react';
import type { Offer } from '../../../ui/action/action.ts';
import { popperHost } from '../../../ui/action/popper-host.ts';

type Tool = Pick<Offer, 'id' | 'label' | 'onSelect'> & Partial<Pick<Offer, 'danger' | 'reason'>>;

/** A menu of the console's bar, with its name on the button. */
export function ToolMenu({ label, icon: Glyph, tools }: { label: string; icon: ComponentType; tools: readonly Tool[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      shouldFocusFirstItemOnOpen
      popperProps={{ appendTo: popperHost }}
      toggle={(ref) => (
        <MenuToggle ref={ref} isExpanded={open} onClick={() => setOpen(!open)} icon={<Glyph />}>
          {label}
        </MenuToggle>
      )}
    >
      <DropdownList>
        {tools.map(({ id, label: text, danger = false, reason, onSelect }) => (
          <DropdownItem
            key={id}
            isDanger={danger && reason === undefined}
            isAriaDisabled={reason !== undefined}
            {...(reason !== undefined && { description: reason })}
            onClick={onSelect}
          >
            {text}
          </DropdownItem>
        ))}
      </DropdownList>
    </Dropdown>
  );
}
