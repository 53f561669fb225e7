import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './resource.css';

/** A part of what a page says of one thing. */
export interface ResourceTab<K extends string> {
  key: K;
  title: string;
  /** Made while it is open: only that one reads its data. */
  content(): ReactNode;
}

interface ResourceTabsProps<K extends string> {
  label: string;
  tabs: readonly ResourceTab<K>[];
  /** As the address says it; the first one where it names none of them. */
  open: string | undefined;
  onOpen(tab: K): void;
}

/** Scrolls a row of tabs, and nothing else, until this one is in sight. */
function reveal(list: Element, tab: Element): void {
  const { left, right } = tab.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  if (left < room.left) list.scrollLeft += left - room.left;
  else if (right > room.right) list.scrollLeft += right - room.right;
}

/** Where there is no room for all tabs, the open one is in sight, also once the buttons that scroll have taken their room. */
function keepInSight(title: HTMLElement | null): (() => void) | undefined {
  const tab = title?.closest('li');
  const list = tab?.parentElement;
  if (!tab || !list || typeof ResizeObserver === 'undefined') return undefined;
  const resizing = new ResizeObserver(() => reveal(list, tab));
  resizing.observe(list);
  return () => resizing.disconnect();
}

/** The tabs of a page about one thing. Which one is open stands in the address. */
export function ResourceTabs<K extends string>({ label, tabs, open, onOpen }: ResourceTabsProps<K>) {
  const { t } = useTranslation('resource');
  const active = tabs.find(({ key }) => key === open) ?? tabs[0];
  return (
    <Tabs
      activeKey={active?.key ?? ''}
      onSelect={(_, chosen) => {
        const tab = tabs.find(({ key }) => key === chosen);
        if (tab) onOpen(tab.key);
      }}
      aria-label={label}
      backScrollAriaLabel={t('tabs.back')}
      forwardScrollAriaLabel={t('tabs.forward')}
      mountOnEnter
      unmountOnExit
    >
      {tabs.map(({ key, title, content }) => (
        <Tab
          key={key}
          eventKey={key}
          title={
            <TabTitleText>
              <span ref={key === active?.key ? keepInSight : null}>{title}</span>
            </TabTitleText>
          }
        >
          <div className="gantry-tab">{content()}</div>
        </Tab>
      ))}
    </Tabs>
  );
}
