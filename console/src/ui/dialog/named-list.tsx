import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useId, type ReactNode } from 'react';
import './dialog.css';

interface NamedListProps {
  label: string;
  items: readonly { id: string; text: ReactNode }[];
}

/** What else a question is about, by name, below its label; nothing where there is nothing. */
export function NamedList({ label, items }: NamedListProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div className="gantry-confirm-list">
      <p id={id}>{label}</p>
      <List aria-labelledby={id}>
        {items.map((item) => (
          <ListItem key={item.id}>{item.text}</ListItem>
        ))}
      </List>
    </div>
  );
}
