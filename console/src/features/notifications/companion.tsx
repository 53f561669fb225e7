import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import BellIcon from '@patternfly/react-icons/dist/esm/icons/bell-icon';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadFlags } from '../../app/flags/flags.ts';
import { onNoticeAction } from '../../app/notify/actions.ts';
import { badgeText, isUnseenFailure } from '../../app/notify/centre-entries.ts';
import { centreStore, entriesOf, setOpen, startCentre } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';
import { numberFormat } from '../../ui/format.ts';
import { guardLeaving } from './guard-leaving.ts';
import './centre.css';

const Panel = lazy(async () => ({ default: (await import('./panel.tsx')).Panel }));

startCentre();
guardLeaving();

/** The bell: how many notifications nobody has seen, and whether something is in progress. Opens the centre. */
export function HeaderPart() {
  const { t, i18n, ready } = useTranslation('notifications');
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const state = useStore(centreStore, (centre) => centre);
  const { isOpen, doNotDisturb } = state;
  const entries = entriesOf(state);
  const unseen = doNotDisturb ? 0 : entries.filter(({ isSeen }) => !isSeen).length;
  const hasFailed = !doNotDisturb && entries.some(isUnseenFailure);
  const isBusy = !doNotDisturb && entries.some(({ type }) => type === 'progress');
  useEffect(() => void loadFlags(), []);
  useEffect(() => onNoticeAction('open', (to) => void navigate({ to: String(to) })), [navigate]);
  useEffect(() => () => setOpen(false), []);
  if (!ready) return null;
  const count = badgeText(unseen, (number) => numberFormat(i18n.language, {}).format(number));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        variant="plain"
        className="gantry-bell"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={unseen > 0 ? t(hasFailed ? 'bell.failed' : 'bell.unseen', { number: count }) : t('bell.label')}
        onClick={() => (isOpen ? close() : setOpen(true))}
        icon={
          <>
            <BellIcon />
            {unseen > 0 && (
              <span className={`gantry-bell-count${hasFailed ? ' is-failure' : ''}`} aria-hidden="true">
                {count}
              </span>
            )}
            {isBusy && <Spinner className="gantry-bell-busy" size="md" aria-label={t('bell.busy')} />}
          </>
        }
      />
      {isOpen && (
        <Suspense>
          <Panel onClose={close} bell={button} />
        </Suspense>
      )}
    </>
  );
}
