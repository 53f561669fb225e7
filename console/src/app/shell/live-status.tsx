import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../live/live-store.ts';
import { useStore } from '../store.ts';

/** A short interruption is nobody's business, ms. */
const PATIENCE_MS = 3000;

/** Says that what is on the screen may be old, while the socket is away. */
export function LiveStatus() {
  const { t } = useTranslation();
  const isAway = useStore(liveStore, ({ state }) => state !== 'connected' && state !== 'off');
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isAway), isAway ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [isAway]);
  return (
    <output className="gantry-live">
      {isShown && isAway && (
        <>
          <SyncAltIcon />
          {t('live.lost')}
        </>
      )}
    </output>
  );
}
