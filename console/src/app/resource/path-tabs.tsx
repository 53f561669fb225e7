import { useNavigate } from '@tanstack/react-router';
import { tableOrders } from '../list/use-table-order.ts';
import { ResourceTabs, type ResourceTab } from './resource-tabs.tsx';

interface PathTab extends ResourceTab<string> {
  /** Where it is. */
  address: string;
}

/** Tabs of a page, each at an address of its own (S2 §2). */
export function PathTabs({ label, tabs, active }: { label: string; tabs: readonly PathTab[]; active: string }) {
  const navigate = useNavigate();
  const open = (key: string) => {
    const to = tabs.find((tab) => tab.key === key)?.address;
    if (to !== undefined) void navigate({ to, search: tableOrders, replace: true, resetScroll: false });
  };
  return <ResourceTabs label={label} tabs={tabs} open={active} onOpen={open} />;
}
