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

/** Where there is no room for all tabs, the open one is scrolled to. */
const show = (title: HTMLElement | null): void => title?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

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
              <span ref={key === active?.key ? show : null}>{title}</span>
            </TabTitleText>
          }
        >
          <div className="gantry-tab">{content()}</div>
        </Tab>
      ))}
    </Tabs>
  );
}
