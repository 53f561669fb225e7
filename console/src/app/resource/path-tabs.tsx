import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface PathTab {
  key: string;
  title: string;
  /** Where it is. */
  address: string;
  content(): ReactNode;
}

/** Tabs of a page, each at an address of its own (S2 §2); only the open one reads its data. */
export function PathTabs({ label, tabs, active }: { label: string; tabs: readonly PathTab[]; active: string }) {
  const navigate = useNavigate();
  const open = (key: string | number) => {
    const to = tabs.find((tab) => tab.key === key)?.address;
    if (to !== undefined) void navigate({ to, replace: true, resetScroll: false });
  };
  return (
    <Tabs activeKey={active} onSelect={(_, key) => open(key)} aria-label={label} mountOnEnter unmountOnExit>
      {tabs.map(({ key, title, content }) => (
        <Tab key={key} eventKey={key} title={<TabTitleText>{title}</TabTitleText>}>
          <div className="gantry-tab">{content()}</div>
        </Tab>
      ))}
    </Tabs>
  );
}
