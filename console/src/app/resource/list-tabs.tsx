import { Link } from '@tanstack/react-router';
import { useMay } from '../abilities/use-may.ts';
import type { CallData } from '../api/call-table.ts';
import './list-tabs.css';

interface ListTabsProps {
  label: string;
  /** Each with the call that it makes: a list that the user may not read is left out. */
  lists: readonly { title: string; to: string; call: CallData }[];
}

/** Lists that belong together, each with an address of its own. They lead to pages, so they are links that look like tabs. */
export function ListTabs({ label, lists }: ListTabsProps) {
  const may = useMay();
  const shown = lists.filter(({ call }) => may(call));
  if (shown.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="gantry-list-tabs">
        {shown.map(({ title, to }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true, includeSearch: false }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
