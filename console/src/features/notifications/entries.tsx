import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import BellIcon from '@patternfly/react-icons/dist/esm/icons/bell-icon';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfKind, KINDS, type Entry, type Kind } from '../../app/notify/centre-entries.ts';
import { centreStore, clear } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { BrowserQuestion, DoNotDisturbBanner } from './banners.tsx';
import { EntryItem } from './entry-item.tsx';
import { useGone } from './use-gone.ts';

/** So many are shown, and so many more each time: nobody waits for two hundred. */
const PART = 30;
/** So many of those in progress: what has come since is not pushed out of sight. */
const RUNNING = 5;

interface EntriesProps {
  entries: readonly Entry[];
  /** Whether it can be narrowed to a kind. */
  withFilter?: boolean;
}

/** What is in progress, then what has come, the latest first. */
export function Entries({ entries, withFilter = false }: EntriesProps) {
  const { t } = useTranslation('notifications');
  const [kind, setKind] = useState<Kind>('all');
  const [limit, setLimit] = useState(PART);
  const [runningLimit, setRunningLimit] = useState(RUNNING);
  const doNotDisturb = useStore(centreStore, (state) => state.doNotDisturb);
  const running = useMemo(() => entries.filter(({ type }) => type === 'progress'), [entries]);
  const ended = useMemo(() => entries.filter(({ type }) => type !== 'progress'), [entries]);
  const shown = useMemo(() => ended.filter((entry) => isOfKind(entry, kind)), [ended, kind]);
  const gone = useGone(entries);
  const clearShown = () => {
    clear(shown, kind);
    // Where nothing is left the button goes as well.
    document.querySelector<HTMLElement>('.gantry-centre [role=tab][aria-selected=true]')?.focus();
  };
  const line = (entry: Entry) => <EntryItem key={`${entry.id} ${entry.operationId ?? ''}`} entry={entry} gone={gone} />;
  return (
    <>
      {doNotDisturb && <DoNotDisturbBanner />}
      {running.length > 0 && (
        <>
          <BrowserQuestion />
          <h2 className="gantry-centre-heading">{t('in-progress')}</h2>
          <ul className="gantry-centre-list" aria-label={t('in-progress')}>
            {running.slice(0, runningLimit).map(line)}
          </ul>
          {running.length > runningLimit && (
            <Button variant="link" onClick={() => setRunningLimit(runningLimit + PART)}>
              {t('show-more')}
            </Button>
          )}
        </>
      )}
      {ended.length > 0 && (
        <div className="gantry-centre-filter">
          {withFilter && (
            <FormSelect aria-label={t('filter.label')} value={kind} onChange={(_event, value) => setKind(value as Kind)}>
              {KINDS.map((one) => (
                <FormSelectOption key={one} value={one} label={t(`filter.${one}`)} />
              ))}
            </FormSelect>
          )}
          <Button variant="link" isInline isDisabled={shown.length === 0} onClick={clearShown}>
            {t(`clear.${kind}`)}
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="gantry-centre-list" aria-label={t('list')}>
          {shown.slice(0, limit).map(line)}
        </ul>
      )}
      {shown.length > limit && (
        <Button variant="link" onClick={() => setLimit(limit + PART)}>
          {t('show-more')}
        </Button>
      )}
      {shown.length === 0 && running.length === 0 && ended.length === 0 && (
        <EmptyState icon={BellIcon} title={t('empty.title')} body={t('empty.body')} />
      )}
      {shown.length === 0 && ended.length > 0 && <EmptyState icon={SearchIcon} title={t('no-match.title')} body={t('no-match.body')} />}
    </>
  );
}
