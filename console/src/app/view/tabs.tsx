import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import { PathTabs } from '../resource/path-tabs.tsx';
import type { Section } from '../resource/section.ts';
import { useViewContext, type ViewContext } from './context.ts';
import type { Label } from './labels.ts';

/** A tab of the page of one, at an address of its own: `{page}/{key}`. */
export interface ViewTab<T, N extends SectionName> {
  key: string;
  title: Label<N>;
  /** Absent: its properties, which stand above all tabs where no tab has them. */
  content?(item: T, context: ViewContext<N>): ReactNode;
  when?(context: ViewContext<N>): boolean;
}

interface ViewTabsProps<T, N extends SectionName> {
  section: Section<T, N>;
  /** What the row of tabs is called. */
  label: Label<N>;
  of: readonly ViewTab<T, N>[];
  item: T;
  properties: ReactNode;
}

/** The tabs of a page. Which one is open stands in the address, where a dialog over the page may follow it. */
export function ViewTabs<T extends Named, N extends SectionName>({ section, label, of, item, properties }: ViewTabsProps<T, N>) {
  const context = useViewContext(section.noun);
  const { pathname } = useLocation();
  const address = section.addressOf(item.id);
  const words = pathname.slice(pathname.indexOf(address) + address.length).split('/');
  const tabs = of.filter(({ when }) => when?.(context) ?? true);
  return (
    <PathTabs
      label={context.say(label)}
      active={tabs.find(({ key }) => words.includes(key))?.key ?? tabs[0]?.key ?? ''}
      tabs={tabs.map(({ key, title, content }) => ({
        key,
        title: context.say(title),
        address: `${address}/${key}`,
        content: () => content?.(item, context) ?? properties,
      }))}
    />
  );
}
