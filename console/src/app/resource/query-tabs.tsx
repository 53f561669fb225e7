import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../feature.ts';
import { ResourceTabs, type ResourceTab } from './resource-tabs.tsx';

/** Tabs of a page, of which the address names the open one: `?tab=history`, nothing for the first. */
export function QueryTabs<K extends string>({ label, tabs }: { label: string; tabs: readonly ResourceTab<K>[] }) {
  const navigate = useNavigate();
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const open = (key: K) =>
    void navigate({
      to: '.',
      // How the tables of a tab are ordered stays until one is back.
      search: (query: Search) => {
        const { tab: _, ...others } = query;
        return { ...others, ...(key !== tabs[0]?.key && { tab: key }) };
      },
      replace: true,
      resetScroll: false,
    });
  return <ResourceTabs label={label} tabs={tabs} open={tab} onOpen={open} />;
}
