import { Tab, Tabs, TabTitleIcon, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import CogIcon from '@patternfly/react-icons/dist/esm/icons/cog-icon';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '../../app/flags/flags.ts';
import { listsOf } from '../../app/notify/centre-entries.ts';
import { centreStore, entriesOf, markSeen } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';
import { numberFormat } from '../../ui/format.ts';
import { Entries } from './entries.tsx';
import { Settings } from './settings.tsx';

interface PanelProps {
  onClose(): void;
  /** What has opened it: a click there closes it by itself. */
  bell: RefObject<HTMLElement | null>;
}

/** The notification centre: notifications, tasks where they have a list of their own, and its settings (S0 §2). */
export function Panel({ onClose, bell }: PanelProps) {
  const { t, i18n } = useTranslation('notifications');
  const [tab, setTab] = useState('notifications');
  const panel = useRef<HTMLDialogElement>(null);
  const separate = useFlag('tasks-notifications');
  const state = useStore(centreStore, (centre) => centre);
  const entries = entriesOf(state);
  const { main, tasks } = listsOf(entries, separate);
  const hasUnseen = entries.some(({ isSeen }) => !isSeen);
  // What comes while it is open is seen.
  useEffect(() => {
    if (hasUnseen) markSeen();
  }, [hasUnseen]);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const opened = useRef(path);
  // A link in it has been followed.
  useEffect(() => {
    if (path !== opened.current) onClose();
  }, [path, onClose]);
  useEffect(() => panel.current?.querySelector<HTMLElement>('[role=tab]')?.focus(), []);
  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) === true || bell.current?.contains(target) === true);
    const outside = ({ target }: Event) => void (isInside(target) || onClose());
    const onKeyDown = (event: KeyboardEvent) => void (event.key === 'Escape' && !event.defaultPrevented && onClose());
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKeyDown);
    };
  });
  const number = numberFormat(i18n.language, {}).format(tasks.length);
  const open = tab === 'tasks' && !separate ? 'notifications' : tab;
  return (
    <dialog open ref={panel} className="gantry-centre" aria-label={t('bell.label')}>
      <Tabs activeKey={open} onSelect={(_event, key) => setTab(String(key))} aria-label={t('bell.label')}>
        <Tab eventKey="notifications" title={<TabTitleText>{t('tab.notifications')}</TabTitleText>} tabContentId="gantry-centre-body" />
        {separate && (
          <Tab eventKey="tasks" title={<TabTitleText>{t('tab.tasks', { number })}</TabTitleText>} tabContentId="gantry-centre-body" />
        )}
        <Tab
          eventKey="settings"
          aria-label={t('tab.settings')}
          title={
            <TabTitleIcon>
              <CogIcon />
            </TabTitleIcon>
          }
          tabContentId="gantry-centre-body"
        />
      </Tabs>
      <div
        id="gantry-centre-body"
        className="gantry-centre-body"
        role="tabpanel"
        aria-label={t(`tab.${open as 'notifications'}`, { number })}
      >
        {open === 'notifications' && <Entries key="main" entries={main} withFilter />}
        {open === 'tasks' && <Entries key="tasks" entries={tasks} />}
        {open === 'settings' && <Settings />}
      </div>
    </dialog>
  );
}
