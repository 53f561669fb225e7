import { Select } from '@patternfly/react-core/dist/esm/components/Select';
import { useRef, type ReactNode, type RefObject } from 'react';
import { popperHost } from './popper-host.ts';
import { usePlaced } from './use-placed.ts';

interface SelectAtProps {
  at: RefObject<HTMLButtonElement | null>;
  /** On which side of the button it ends; default `start`. */
  position?: 'start' | 'end';
  /** As CSS. */
  maxHeight: string;
  onSelect(value: unknown): void;
  onOpenChange(open: boolean): void;
  children: ReactNode;
}

interface SelectMenuProps extends Omit<SelectAtProps, 'at'> {
  open: boolean;
  /** The button that it is opened by. */
  toggle: (ref: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** Choices behind a button. They are made when they are opened: a list with several of them lays its page out once instead of twice. */
export function SelectMenu({ open, toggle, ...menu }: SelectMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {toggle(button)}
      {open && <SelectAt at={button} {...menu} />}
    </>
  );
}

function SelectAt({ at, position = 'start', maxHeight, onSelect, onOpenChange, children }: SelectAtProps) {
  return (
    <Select
      role="menu"
      isOpen={usePlaced()}
      onOpenChange={onOpenChange}
      onSelect={(_, value) => onSelect(value)}
      popperProps={{ appendTo: popperHost, position }}
      maxMenuHeight={maxHeight}
      isScrollable
      toggle={{ toggleNode: null, toggleRef: at }}
    >
      {children}
    </Select>
  );
}
