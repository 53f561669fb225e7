import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Pixels above the end that still count as the end. */
const NEAR = 40;

/** What a server without a screen writes, as it comes. Follows the end, unless somebody has scrolled away from it. */
export function LogView({ log }: { log: string }) {
  const { t } = useTranslation('servers');
  const box = useRef<HTMLTextAreaElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [log]);
  return (
    <>
      <p className="gantry-screen-note">{t('screen.no-screen')}</p>
      <textarea
        ref={box}
        className="gantry-screen-log"
        dir="ltr"
        readOnly
        aria-label={t('log.label')}
        value={log === '' ? t('log.empty') : log}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
        }}
      />
    </>
  );
}
