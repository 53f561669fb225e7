import { Link } from '@tanstack/react-router';
import './list-tabs.css';

interface ListTabsProps {
  label: string;
  lists: readonly { title: string; to: string }[];
}

/** Lists that belong together, each with an address of its own. They lead to pages, so they are links that look like tabs. */
export function ListTabs({ label, lists }: ListTabsProps) {
  if (lists.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="gantry-list-tabs">
        {lists.map(({ title, to }) => (
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
